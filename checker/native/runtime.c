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

/* ---- ordered piles: cells hold kind + 1 from the top, 0 is empty ---- */
void pile_insert(uint8_t *pile, int size, int kind, int number, int place)
{
    if (place > size)
        place = size;
    if (number > size - place)
        number = size - place;
    memmove(pile + place + number, pile + place, (size_t)(size - place - number));
    memset(pile + place, kind + 1, (size_t)number);
}

void pile_remove(uint8_t *pile, int size, int kind, int number)
{
    int kept = 0;
    for (int from = 0; from < size; from++) {
        if (number > 0 && pile[from] == kind + 1)
            number--;
        else
            pile[kept++] = pile[from];
    }
    memset(pile + kept, 0, (size_t)(size - kept));
    if (number > 0)
        trouble = NO_CARD_TO_REMOVE;
}

void pile_remove_below(uint8_t *pile, int size, int kind, int number)
{
    for (int from = size - 1; from >= 0 && number > 0; from--) {
        if (pile[from] != kind + 1)
            continue;
        memmove(pile + from, pile + from + 1, (size_t)(size - from - 1));
        pile[size - 1] = 0;
        number--;
    }
    if (number > 0)
        trouble = NO_CARD_TO_REMOVE;
}

int pile_top(const uint8_t *pile, int size)
{
    return size > 0 ? pile[0] - 1 : -1;
}

int pile_bottom(const uint8_t *pile, int size)
{
    int last = size - 1;
    while (last > 0 && pile[last] == 0)
        last--;
    return last >= 0 ? pile[last] - 1 : -1;
}

/* The uppermost cards get an order: all of them, if it is that long. */
void pile_arrange(uint8_t *pile, int size, const Order *order)
{
    for (int place = 0; place < size && place < order->n; place++)
        pile[place] = (uint8_t)(order->kinds[place] + 1);
}

/* The first place from `from` on at which inserting a kind gives an order that no place above it gives; -1: none. */
int next_place(const uint8_t *pile, int size, int kind, int from)
{
    for (int place = from; place <= size; place++) {
        if (place == 0)
            return 0;
        if (pile[place - 1] == 0)
            return -1;
        if (pile[place - 1] != kind + 1)
            return place;
    }
    return -1;
}

/* The orders of a pile in lexicographic order of the kinds: the sorted one, then next permutations. */
int first_order(Order *order, const uint8_t *pile, int size)
{
    order->n = 0;
    for (int cell = 0; cell < size; cell++) {
        if (pile[cell] == 0)
            continue;
        int kind = pile[cell] - 1, place = order->n++;
        while (place > 0 && order->kinds[place - 1] > kind) {
            order->kinds[place] = order->kinds[place - 1];
            place--;
        }
        order->kinds[place] = (uint8_t)kind;
    }
    return 1;
}

int next_order(Order *order)
{
    uint8_t *kinds = order->kinds;
    int rise = order->n - 2, other = order->n - 1;
    while (rise >= 0 && kinds[rise] >= kinds[rise + 1])
        rise--;
    if (rise < 0)
        return 0;
    while (kinds[other] <= kinds[rise])
        other--;
    uint8_t kind = kinds[rise];
    kinds[rise] = kinds[other];
    kinds[other] = kind;
    for (int left = rise + 1, right = order->n - 1; left < right; left++, right--) {
        kind = kinds[left];
        kinds[left] = kinds[right];
        kinds[right] = kind;
    }
    return 1;
}

/* ---- memory ---- */
static void *grow(void *old, size_t bytes)
{
    void *grown = realloc(old, bytes);
    if (grown == NULL)
        trouble = NO_MEMORY;
    return grown;
}

/* Zeroed memory on huge pages where there are any: the table is read at random, and misses in the TLB are half its cost. */
static uint64_t *map_slots(size_t slots)
{
#if defined(__linux__)
    void *mapped = mmap(NULL, slots * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) {
        trouble = NO_MEMORY;
        return NULL;
    }
#if defined(MADV_HUGEPAGE)
    if (slots * 8 >= (size_t)1 << 22)
        madvise(mapped, slots * 8, MADV_HUGEPAGE);
#endif
    return mapped;
#else
    void *zeroed = calloc(slots, 8);
    if (zeroed == NULL)
        trouble = NO_MEMORY;
    return zeroed;
#endif
}

static void unmap_slots(uint64_t *slots, size_t number)
{
#if defined(__linux__)
    if (slots != NULL)
        munmap(slots, number * 8);
#else
    (void)number;
    free(slots);
#endif
}

/* ---- agendas: each distinct agenda gets a number; comparing the bytes keeps this exact ---- */
static uint8_t *agenda_bytes;
static uint32_t *agenda_start; /* of every number, and of the next one */
static uint32_t *agenda_slots; /* number + 1, 0 is empty; twice as many slots as numbers at least */
static uint32_t agenda_count, agenda_room, agenda_byte_room, agenda_slot_count;

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

static uint64_t hash_bytes(const uint8_t *bytes, uint32_t number)
{
    uint64_t hash = 0x9e3779b97f4a7c15u ^ number;
    for (; number >= 8; bytes += 8, number -= 8) {
        uint64_t part;
        memcpy(&part, bytes, 8);
        hash = mix(hash ^ part, 0xa0761d6478bd642fu);
    }
    uint64_t rest = 0;
    memcpy(&rest, bytes, number);
    return mix(hash ^ rest, 0xe7037ed1a0b428dbu);
}

static void insert_agenda(uint32_t number)
{
    uint64_t hash = hash_bytes(agenda_bytes + agenda_start[number], agenda_start[number + 1] - agenda_start[number]);
    uint32_t at = (uint32_t)hash & (agenda_slot_count - 1);
    while (agenda_slots[at] != 0)
        at = (at + 1) & (agenda_slot_count - 1);
    agenda_slots[at] = number + 1;
}

static void grow_agendas(void)
{
    uint32_t room = agenda_room ? agenda_room * 2 : 1024;
    agenda_start = grow(agenda_start, ((size_t)room + 1) * sizeof *agenda_start);
    free(agenda_slots);
    agenda_slots = calloc((size_t)room * 2, sizeof *agenda_slots);
    if (agenda_slots == NULL)
        trouble = NO_MEMORY;
    if (trouble)
        return;
    if (agenda_room == 0)
        agenda_start[0] = 0;
    agenda_room = room;
    agenda_slot_count = room * 2;
    for (uint32_t number = 0; number < agenda_count; number++)
        insert_agenda(number);
}

static uint32_t number_agenda(const S *s)
{
    uint32_t at = (uint32_t)hash_bytes(s->a, s->n) & (agenda_slot_count - 1);
    for (; agenda_slots[at] != 0; at = (at + 1) & (agenda_slot_count - 1)) {
        uint32_t number = agenda_slots[at] - 1, start = agenda_start[number];
        if (agenda_start[number + 1] - start == s->n && memcmp(agenda_bytes + start, s->a, s->n) == 0)
            return number;
    }
    if ((uint64_t)agenda_count >> AGENDA_BITS || agenda_count == MOST_STATES / 4) {
        trouble = TOO_MANY_AGENDAS;
        return 0;
    }
    uint32_t end = agenda_start[agenda_count];
    if (end + AGENDA > agenda_byte_room) {
        agenda_byte_room = agenda_byte_room * 2 + 64 * AGENDA;
        agenda_bytes = grow(agenda_bytes, agenda_byte_room);
        if (trouble)
            return 0;
    }
    memcpy(agenda_bytes + end, s->a, s->n);
    agenda_start[++agenda_count] = end + s->n;
    agenda_slots[at] = agenda_count;
    if (agenda_count == agenda_room)
        grow_agendas();
    return agenda_count - 1;
}

static void pack(const S *s, uint64_t *w)
{
    if (!pack_fields(s->f, w))
        trouble = FIELD_OUT_OF_RANGE;
    pack_agenda(w, number_agenda(s));
}

static void unpack(const uint64_t *w, S *s)
{
    unpack_fields(w, s->f);
    uint32_t number = unpack_agenda(w), start = agenda_start[number];
    s->n = agenda_start[number + 1] - start;
    memcpy(s->a, agenda_bytes + start, s->n);
}

/* ---- the store: states one after another, and slots of (32 bits of the hash, number + 1) that point into them ---- */
static uint64_t *states;
static int32_t *parents;
static size_t state_room;
static uint64_t *slots;
static size_t slot_count, slot_limit;

static uint64_t hash_state(const uint64_t *w)
{
    uint64_t hash = 0x8ebc6af09c88c6e3u;
    for (int word = 0; word < WORDS; word++)
        hash = mix(hash ^ w[word], 0x589965cc75374cc3u + 2 * (uint64_t)word);
    hash ^= hash >> 32;
#if HASH_BITS < 64
    hash &= ((uint64_t)1 << HASH_BITS) - 1;
    return hash | hash << 32;
#else
    return hash * 0x9e3779b97f4a7c15u;
#endif
}

/* The place of a hash in the table: its low bits; the tag in the slot is its high half. */
#define PLACE(hash) ((size_t)(hash) & (slot_count - 1))
#define TAG(hash) ((hash) & 0xffffffff00000000u)

static int same_state(const uint64_t *one, const uint64_t *other)
{
    uint64_t different = 0;
    for (int word = 0; word < WORDS; word++)
        different |= one[word] ^ other[word];
    return different == 0;
}

/* The old slots go first and the states are hashed again, in order: so growing needs no second table. */
static void grow_slots(void)
{
    unmap_slots(slots, slot_count);
    slot_count = slot_count ? slot_count * 2 : (size_t)1 << 14;
    slot_limit = slot_count / 5 * 4;
    slots = map_slots(slot_count);
    if (trouble)
        return;
    uint64_t hashes[64];
    for (int64_t begin = 0; begin < totals.states; begin += 64) {
        int64_t number = totals.states - begin < 64 ? totals.states - begin : 64;
        for (int64_t one = 0; one < number; one++) {
            hashes[one] = hash_state(states + (size_t)(begin + one) * WORDS);
            __builtin_prefetch(slots + PLACE(hashes[one]), 1);
        }
        for (int64_t one = 0; one < number; one++) {
            size_t at = PLACE(hashes[one]);
            while (slots[at] != 0)
                at = (at + 1) & (slot_count - 1);
            slots[at] = TAG(hashes[one]) | (uint64_t)(begin + one + 1);
        }
    }
    totals.table_bytes = (int64_t)(slot_count * 8);
}

/* 1: stored now, as the last state. 0: it was there, or the limit `most` (negative: none) is reached (-1). */
static int store(const uint64_t *w, uint64_t hash, int32_t parent, int64_t most)
{
    size_t at = PLACE(hash);
    for (; slots[at] != 0; at = (at + 1) & (slot_count - 1))
        if (TAG(slots[at]) == TAG(hash) && same_state(states + ((slots[at] & 0xffffffffu) - 1) * WORDS, w))
            return 0;
    if (totals.states == most || totals.states == MOST_STATES)
        return -1;
    if ((size_t)totals.states == state_room) {
        size_t room = state_room ? state_room + state_room / 4 : 1 << 13;
        states = grow(states, room * WORDS * 8);
        parents = grow(parents, room * sizeof *parents);
        if (trouble)
            return 0;
        state_room = room;
    }
    memcpy(states + (size_t)totals.states * WORDS, w, WORDS * 8);
    parents[totals.states] = parent;
    slots[at] = TAG(hash) | (uint64_t)(totals.states + 1);
    totals.states++;
    if ((size_t)totals.states >= slot_limit)
        grow_slots();
    return 1;
}

/* ---- successors wait in a batch, so that the slot and the state each will look at are fetched in the meantime ---- */
typedef struct {
    uint64_t w[WORDS];
    uint64_t hash;
    int32_t source, index; /* index -1: the source has no successor */
    int has_passed, has_hits;
    uint64_t passed[MASK_WORDS], here[MASK_WORDS];
} Entry;

static Entry batch[BATCH];
static int batch_count;
static S source_state, work, before_run;
static int32_t source, next_index;
static int64_t depth, most_states;
static uint64_t stop_when[MASK_WORDS];
uint64_t not_hit[MASK_WORDS]; /* read by read_monitors, which need not look at what was hit before */
static int stops_when_hit;
static int32_t counted_source = -1;
static int64_t counted;

static int any(const uint64_t *mask)
{
    uint64_t bits = 0;
    for (int word = 0; word < MASK_WORDS; word++)
        bits |= mask[word];
    return bits != 0;
}

/* Note the monitors hit here for the first time; 1 if the search has all that it was to stop for. */
static int record(const uint64_t *mask, int64_t state, int64_t index, int64_t at_depth)
{
    int noted = 0;
    uint64_t fresh = 0;
    for (int word = 0; word < MASK_WORDS; word++)
        fresh |= mask[word] & not_hit[word];
    if (fresh == 0)
        return 0;
    for (int monitor = 0; monitor < MONITORS; monitor++) {
        uint64_t bit = (uint64_t)1 << monitor % 64;
        if (mask[monitor / 64] & not_hit[monitor / 64] & bit) {
            First found = {state, index, at_depth};
            first_hits[monitor] = found;
            not_hit[monitor / 64] &= ~bit;
            noted = 1;
        }
    }
    if (!noted || !stops_when_hit)
        return 0;
    for (int word = 0; word < MASK_WORDS; word++)
        if (stop_when[word] & not_hit[word])
            return 0;
    return 1;
}

/* Entries of one source follow each other: its successors count once the next source is met, so wholly or not at all. */
static void settle_count(int32_t next_source)
{
    if (counted_source != next_source) {
        totals.transitions += counted;
        counted = 0;
        counted_source = next_source;
    }
}

static void flush_batch(void)
{
    int number = batch_count;
    batch_count = 0;
    for (int one = 0; one < number && totals.stop == RUNNING && !trouble; one++) {
        if (one + AHEAD < number) {
            uint64_t slot = slots[PLACE(batch[one + AHEAD].hash)];
            if (slot != 0)
                __builtin_prefetch(states + ((slot & 0xffffffffu) - 1) * WORDS);
        }
        Entry *entry = batch + one;
        settle_count(entry->source);
        if (entry->index < 0) {
            if (totals.deadlock < 0)
                totals.deadlock = entry->source;
            continue;
        }
        if (entry->has_passed && record(entry->passed, entry->source, entry->index, depth)) {
            totals.stop = STOP_HIT;
            return;
        }
        int stored = store(entry->w, entry->hash, entry->source, most_states);
        if (stored < 0) {
            totals.stop = STOP_STATES;
            return;
        }
        if (stored && entry->has_hits && record(entry->here, totals.states - 1, -1, depth)) {
            totals.stop = STOP_HIT;
            return;
        }
        counted++;
    }
}

static Entry *new_entry(void)
{
    if (batch_count == BATCH)
        flush_batch();
    Entry *entry = batch + batch_count++;
    entry->source = source;
    return entry;
}

#define FUEL 100000

static void copy_state(S *copy, const S *s)
{
    memcpy(copy->f, s->f, FIELDS8);
    copy->n = s->n;
    memcpy(copy->a, s->a, s->n <= 16 && AGENDA >= 16 ? 16 : s->n);
}

S *begin_successor(const S *s)
{
    copy_state(&work, s);
    work.fuel = FUEL;
    return &work;
}

static int same_point(const S *one, const S *other)
{
    return memcmp(one->f, other->f, FIELDS8) == 0 && one->n == other->n && memcmp(one->a, other->a, one->n) == 0;
}

/* A long run of forced steps, from its beginning on, with every point kept: a point met twice ends it at fault 0. */
static void run_carefully(S *s, uint64_t *mask)
{
    S *points = NULL;
    size_t count = 0, room = 0;
    Pick pick;
    while (!trouble && only_at[top(s)](s, &pick) == 1) {
        read_monitors(s, mask);
        size_t seen = 0;
        while (seen < count && !same_point(points + seen, s))
            seen++;
        if (seen < count) {
            s->n = 0;
            push_byte(s, 0);
            push_location(s, WON + 1);
            break;
        }
        if (count == room) {
            room = room * 2 + 64;
            points = grow(points, room * sizeof *points);
            if (trouble)
                return;
        }
        copy_state(points + count++, s);
        s->fuel = FUEL;
        take_at[top(s)](s, &pick);
    }
    free(points);
}

/* Run through forced points, whose only label is nobody's freedom, and collect what is hit on them. */
static int run_through(S *s, uint64_t *passed)
{
    Pick pick;
    int steps = 0;
    while (!trouble && only_at[top(s)](s, &pick) == 1) {
        if (steps == 0)
            copy_state(&before_run, s);
        if (++steps > LONG_RUN) {
            copy_state(s, &before_run);
            run_carefully(s, passed);
            return 1;
        }
        read_monitors(s, passed);
        s->fuel = FUEL;
        take_at[top(s)](s, &pick);
    }
    return steps > 0;
}

void end_successor(void)
{
    if (trouble)
        return;
    Entry *entry = new_entry();
    entry->index = next_index++;
    memset(entry->passed, 0, sizeof entry->passed);
    memset(entry->here, 0, sizeof entry->here);
    entry->has_passed = run_through(&work, entry->passed) && any(entry->passed);
    read_monitors(&work, entry->here);
    entry->has_hits = any(entry->here);
    pack(&work, entry->w);
    entry->hash = hash_state(entry->w);
    __builtin_prefetch(slots + PLACE(entry->hash), 1);
}

/* ---- what library.py calls ---- */

/* Limits: states (negative: none) and the mask of monitors to stop for. */
void begin_search(int64_t most, const uint64_t *wanted)
{
    most_states = most;
    for (int word = 0; word < MASK_WORDS; word++) {
        stop_when[word] = wanted[word];
        stops_when_hit |= wanted[word] != 0;
        not_hit[word] = ~(uint64_t)0;
    }
    for (int monitor = 0; monitor < MONITORS; monitor++)
        first_hits[monitor].source = -1;
    grow_agendas();
    grow_slots();
    totals.trouble = trouble;
}

/* Store start states: bytes of the reference machine, the end of each, the masks passed before them.
 * Returns the number of the first one that was given before, or -1. */
int64_t add_starts(const uint8_t *bytes, const int64_t *ends, const uint64_t *passed, int64_t number)
{
    int64_t begin = 0;
    for (int64_t one = 0; one < number && !trouble; begin = ends[one], one++) {
        S *s = &work;
        uint64_t w[WORDS], mask[MASK_WORDS];
        memset(s, 0, sizeof *s);
        if (ends[one] - begin - FIELDS > AGENDA) {
            trouble = AGENDA_TOO_DEEP;
            break;
        }
        memcpy(s->f, bytes + begin, FIELDS);
        s->n = (uint32_t)(ends[one] - begin - FIELDS);
        memcpy(s->a, bytes + begin + FIELDS, s->n);
        pack(s, w);
        if (trouble)
            break;
        if (store(w, hash_state(w), (int32_t)(-1 - one), -1) == 0 && !trouble)
            return one;
        memcpy(mask, passed + one * MASK_WORDS, sizeof mask);
        read_monitors(s, mask);
        if (any(mask) && record(mask, one, -1, 0))
            totals.stop = STOP_HIT;
    }
    totals.trouble = trouble;
    return -1;
}

/* Expand the states from `from` to `to`, all of one level, whose successors have depth `depth_of_successors`. */
void expand_states(int64_t from, int64_t to, int64_t depth_of_successors)
{
    depth = depth_of_successors;
    for (int64_t one = from; one < to && totals.stop == RUNNING && !trouble; one++) {
        unpack(states + (size_t)one * WORDS, &source_state);
        source = (int32_t)one;
        next_index = 0;
        expand_at[top(&source_state)](&source_state);
        if (next_index == 0 && top(&source_state) < WON)
            new_entry()->index = -1;
    }
    flush_batch();
    if (totals.stop == RUNNING)
        settle_count(-1);
    totals.trouble = trouble;
    totals.agendas = agenda_count;
}

/* The bytes of a stored state, at most FIELDS + AGENDA; returns how many. */
int64_t read_state(int64_t number, uint8_t *bytes)
{
    static S read;
    unpack(states + (size_t)number * WORDS, &read);
    memcpy(bytes, read.f, FIELDS);
    memcpy(bytes + FIELDS, read.a, read.n);
    return FIELDS + read.n;
}

int32_t read_parent(int64_t number)
{
    return parents[number];
}

void end_search(void)
{
    free(states);
    free(parents);
    free(agenda_bytes);
    free(agenda_start);
    free(agenda_slots);
    unmap_slots(slots, slot_count);
    states = NULL;
    parents = NULL;
    slots = NULL;
}
