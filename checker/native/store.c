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
