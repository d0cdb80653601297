/* Eight bytes to the bits they can set, and back: one instruction each where the processor has it. */
#ifdef __BMI2__
/* Not by <immintrin.h>, which takes longer to read than everything here. */
#define GATHER(x, mask, a, b, c, d, e, f, g, h) __builtin_ia32_pext_di(x, mask)
#define SCATTER(v, mask, a, b, c, d, e, f, g, h) __builtin_ia32_pdep_di(v, mask)
#else
#define ONES(width) (((uint64_t)1 << (width)) - 1)
#define GATHER(x, mask, a, b, c, d, e, f, g, h) \
    (((x) & ONES(a)) | ((x) >> 8 & ONES(b)) << (a) | ((x) >> 16 & ONES(c)) << (a + b) \
     | ((x) >> 24 & ONES(d)) << (a + b + c) | ((x) >> 32 & ONES(e)) << (a + b + c + d) \
     | ((x) >> 40 & ONES(f)) << (a + b + c + d + e) | ((x) >> 48 & ONES(g)) << (a + b + c + d + e + f) \
     | (h ? ((x) >> 56 & ONES(h)) << ((a + b + c + d + e + f + g) & 63) : 0))
#define SCATTER(v, mask, a, b, c, d, e, f, g, h) \
    (((v) & ONES(a)) | ((v) >> (a) & ONES(b)) << 8 | ((v) >> (a + b) & ONES(c)) << 16 \
     | ((v) >> (a + b + c) & ONES(d)) << 24 | ((v) >> (a + b + c + d) & ONES(e)) << 32 \
     | ((v) >> (a + b + c + d + e) & ONES(f)) << 40 | ((v) >> (a + b + c + d + e + f) & ONES(g)) << 48 \
     | ((v) >> ((a + b + c + d + e + f + g) & 63) & ONES(h)) << 56)
#endif
