/* What a table of this size can take at best: random 64-bit inserts to 60 % load, the next ones fetched ahead.
 *
 * Prints millions of inserts a second. Built and run by bars.py; the argument is the number of slots, a power of two. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define AHEAD 64

static uint64_t next_random(uint64_t *seed)
{
    uint64_t mixed = (*seed += 0x9e3779b97f4a7c15u);
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return (mixed ^ mixed >> 31) | 1;
}

int main(int count, char **given)
{
    uint64_t slots = count > 1 ? strtoull(given[1], NULL, 10) : (uint64_t)1 << 24, seed = 1, ring[AHEAD], sum = 0;
    uint64_t *table = mmap(NULL, slots * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED)
        return 1;
#ifdef MADV_HUGEPAGE
    madvise(table, slots * 8, MADV_HUGEPAGE);
#endif
    for (uint64_t one = 0; one < slots; one += 512)
        table[one] = 0; /* the pages are there before the clock runs */
    for (int one = 0; one < AHEAD; one++)
        ring[one] = next_random(&seed);
    clock_t began = clock();
    uint64_t number = slots / 5 * 3;
    for (uint64_t one = 0; one < number; one++) {
        uint64_t key = ring[one % AHEAD], at = key & (slots - 1);
        ring[one % AHEAD] = next_random(&seed);
        __builtin_prefetch(table + (ring[one % AHEAD] & (slots - 1)));
        while (table[at] != 0 && table[at] != key)
            at = (at + 1) & (slots - 1);
        table[at] = key;
        sum += at;
    }
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    printf("%.1f\n", (double)number / seconds / 1e6);
    return sum == 0;
}
