/* Breadth-first search over packed states: the part of the native explorer that is the same for every System.
 *
 * Printed in front: state.h and the packing (WORDS 64-bit words a state, MASK_WORDS words a mask of MONITORS monitors,
 * LOCATIONS locations). One search a loaded library: the file is loaded anew for each search, so its globals are its
 * state. Nothing here depends on the order of the hash set: states are numbered in the order of the reference search.
 */
#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#ifndef HASH_BITS
#define HASH_BITS 64 /* a test asks for 4, so that different states collide */
#endif
#define BATCH 512
#define AHEAD 8 /* entries of a batch whose stored candidate is fetched in advance */
#define MOST_STATES 0x7ffffff0u
#define LONG_RUN 8 /* forced steps after which a repetition is looked for */

extern int (*const only_at[])(const S *, Pick *);
extern void (*const take_at[])(S *, const Pick *);
extern void (*const expand_at[])(const S *);
extern const int WON;
void read_monitors(const S *s, uint64_t *mask);

int trouble;

enum { RUNNING, STOP_STATES, STOP_HIT };

/* What the caller reads between calls; the same struct is declared in library.py. */
typedef struct {
    int64_t states, transitions, deadlock;
    int32_t stop, trouble;
    int64_t agendas, table_bytes;
} Totals;

typedef struct {
    int64_t source, index, depth; /* source -1: not hit; index -1: the stored state itself */
} First;

Totals totals = {0, 0, -1, 0, 0, 0, 0};
First first_hits[MONITORS];

