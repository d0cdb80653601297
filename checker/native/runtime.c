/* Breadth-first search over packed states: the part of the native explorer that is the same for every System.
 *
 * Printed in front: state.h and the packing (WORDS 64-bit words a state, MASK_WORDS words a mask of MONITORS monitors,
 * CHUNK_BITS, LOSSY and HASH_BITS). One search a loaded library: the file is loaded anew for each search, so its globals are its
 * state. States are numbered in the order of the reference search, whatever the order of the hash set and however many
 * threads there are: threads expand states, but what they find is stored by one of them at a time, in order.
 */
#include <stdlib.h>
#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#include <sys/mman.h>
#define POSIX 1
#endif

#ifdef __TINYC__
#define LOAD(place) (*(place))
#define PUBLISH(place, value) (*(place) = (value))
#define PREFETCH(place) ((void)(place))
#define MOST_THREADS 1
#else
#define LOAD(place) __atomic_load_n(place, __ATOMIC_ACQUIRE)
#define PUBLISH(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
#define PREFETCH(place) __builtin_prefetch(place)
#ifdef POSIX
#define MOST_THREADS 64
#else
#define MOST_THREADS 1
#endif
#endif

#define MOST_STATES 0x7ffffff0u
#define CHUNK ((size_t)1 << CHUNK_BITS) /* states in one piece of memory, which never moves */
#define CHUNKS ((MOST_STATES >> CHUNK_BITS) + 1)
#define LONG_RUN 8 /* forced steps after which a repetition is looked for */
#define FUEL 100000

extern int (*const only_at[])(const S *, Pick *);
extern void (*const take_at[])(S *, const Pick *);
extern void (*const expand_at[])(const S *);
extern const int WON, COVERAGE;
void read_monitors(const S *s, uint64_t *mask);
int reaches_goal(const S *s, int goal);

int trouble;

void stop_endless(S *s)
{
    s->n = 0;
    push_byte(s, 0);
    push_location(s, WON + 1);
}

enum { RUNNING, STOP_STATES, STOP_HIT };

/* What the caller reads between calls; the same struct is declared in library.py. */
typedef struct {
    int64_t states, transitions, deadlock, expanded, settled; /* settled: the transitions of those expanded */
    int32_t stop, trouble;
    int64_t agendas, table_bytes;
    uint64_t digest; /* of all stored states and parents in order: a checkpoint that was damaged gives another one */
} Totals;

typedef struct {
    int64_t source, index, depth; /* source -1: not hit; index -1: the stored state itself */
} First;

Totals totals = {.deadlock = -1};
First first_hits[MONITORS];
uint64_t not_hit[MASK_WORDS]; /* read by read_monitors, which need not look at what was hit before */

/* Zeroed memory, on huge pages where there are any: it is read at random, and misses in the TLB are half its cost. */
static void *map_bytes(size_t bytes)
{
#ifdef POSIX
    void *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        mapped = NULL;
#if defined(MADV_HUGEPAGE)
    else if (bytes >= (size_t)1 << 22)
        madvise(mapped, bytes, MADV_HUGEPAGE);
#endif
#else
    void *mapped = calloc(bytes, 1);
#endif
    if (mapped == NULL)
        trouble = NO_MEMORY;
    return mapped;
}

static void unmap_bytes(void *mapped, size_t bytes)
{
    if (mapped == NULL)
        return;
#ifdef POSIX
    munmap(mapped, bytes);
#else
    (void)bytes;
    free(mapped);
#endif
}

/* An array with room for one element more. */
static void *grow_array(void *array, size_t count, size_t *room, size_t element)
{
    if (count < *room)
        return array;
    size_t wanted = *room * 2 + 64;
    void *grown = realloc(array, wanted * element);
    if (grown == NULL) {
        trouble = NO_MEMORY;
        return array;
    }
    *room = wanted;
    return grown;
}

static uint64_t mix(uint64_t one, uint64_t other)
{
#ifdef __SIZEOF_INT128__
    unsigned __int128 product = (unsigned __int128)one * other;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    one ^= one >> 32;
    one *= other;
    return one ^ one >> 29;
#endif
}

