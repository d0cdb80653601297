/* ---- the store: states one after another, and slots that point into them ----
 * A slot holds 32 bits of the hash and the number of a state + 1; the stored state is compared, so nothing is lost.
 * In a lossy search it holds the hash alone: two states of one hash count as one, states of levels that are done are
 * given back, and the number of each state among the successors of its parent is kept in their place. */
static uint64_t *state_chunks[CHUNKS];
static int32_t *parent_chunks[CHUNKS];
static uint16_t *index_chunks[CHUNKS];
static uint64_t *slots;
static size_t slot_count, slot_limit;
static int64_t start_count;

static uint64_t *state_at(int64_t number)
{
    return state_chunks[number >> CHUNK_BITS] + (size_t)(number & (CHUNK - 1)) * WORDS;
}

static int32_t parent_of(int64_t number)
{
    return parent_chunks[number >> CHUNK_BITS][number & (CHUNK - 1)];
}

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
#define NUMBER(slot) ((int64_t)((slot) & 0xffffffffu) - 1)
#define FINGERPRINT(hash) ((hash) == 0 ? 1 : (hash))

static int same_state(const uint64_t *one, const uint64_t *other)
{
    uint64_t different = 0;
    for (int word = 0; word < WORDS; word++)
        different |= one[word] ^ other[word];
    return different == 0;
}

#if !LOSSY
/* The old slots go first and the states are hashed again, in order: so growing needs no second table. */
static void rehash(size_t wanted)
{
    unmap_bytes(slots, slot_count * 8);
    slot_count = wanted;
    slots = map_bytes(slot_count * 8);
    if (trouble)
        return;
    uint64_t hashes[64];
    for (int64_t begin = 0; begin < totals.states; begin += 64) {
        int64_t number = totals.states - begin < 64 ? totals.states - begin : 64;
        for (int64_t one = 0; one < number; one++) {
            hashes[one] = hash_state(state_at(begin + one));
            PREFETCH(slots + PLACE(hashes[one]));
        }
        for (int64_t one = 0; one < number; one++) {
            size_t at = PLACE(hashes[one]);
            while (slots[at] != 0)
                at = (at + 1) & (slot_count - 1);
            slots[at] = TAG(hashes[one]) | (uint64_t)(begin + one + 1);
        }
    }
}

static int is_stored(size_t at, const uint64_t *w, uint64_t hash)
{
    return TAG(slots[at]) == TAG(hash) && same_state(state_at(NUMBER(slots[at])), w);
}
#else
static void rehash(size_t wanted)
{
    uint64_t *old = slots;
    size_t old_count = slot_count;
    slot_count = wanted;
    slots = map_bytes(slot_count * 8);
    if (trouble)
        return;
    for (size_t one = 0; one < old_count; one++) {
        size_t at = PLACE(old[one]);
        while (slots[at] != 0 && old[one] != 0)
            at = (at + 1) & (slot_count - 1);
        if (old[one] != 0)
            slots[at] = old[one];
    }
    unmap_bytes(old, old_count * 8);
}

static int is_stored(size_t at, const uint64_t *w, uint64_t hash)
{
    (void)w;
    return slots[at] == FINGERPRINT(hash);
}
#endif

/* Room for so many states in the table. */
static void grow_slots(int64_t number)
{
    size_t wanted = slot_count ? slot_count : (size_t)1 << 14;
    while (wanted / 6 * 5 <= (size_t)number)
        wanted *= 2;
    if (wanted == slot_count)
        return;
    rehash(wanted);
    slot_limit = wanted / 6 * 5;
    totals.table_bytes = (int64_t)(wanted * 8);
}

static void add_chunk(size_t chunk)
{
    state_chunks[chunk] = map_bytes(CHUNK * WORDS * 8);
    parent_chunks[chunk] = map_bytes(CHUNK * sizeof(int32_t));
    if (LOSSY)
        index_chunks[chunk] = map_bytes(CHUNK * sizeof(uint16_t));
}

/* Store a state as the last one. */
static void append(const uint64_t *w, uint64_t hash, int32_t parent, int32_t index)
{
    size_t chunk = (size_t)totals.states >> CHUNK_BITS, row = (size_t)totals.states & (CHUNK - 1);
    if (parent_chunks[chunk] == NULL)
        add_chunk(chunk);
    if (LOSSY && index > UINT16_MAX)
        trouble = TOO_MANY_LABELS;
    if (trouble)
        return;
    memcpy(state_at(totals.states), w, WORDS * 8);
    parent_chunks[chunk][row] = parent;
    if (LOSSY)
        index_chunks[chunk][row] = (uint16_t)index;
    totals.digest = mix(totals.digest ^ hash ^ (uint32_t)parent, 0x9fb21c651e98df25u);
    totals.states++;
}

/* 1: stored now, as the last state. 0: it was there. -1: the limit `most` (negative: none) is reached. */
static int store(const uint64_t *w, uint64_t hash, int32_t parent, int32_t index, int64_t most)
{
    size_t at = PLACE(hash);
    for (; slots[at] != 0; at = (at + 1) & (slot_count - 1))
        if (is_stored(at, w, hash))
            return 0;
    if (totals.states == most || totals.states == MOST_STATES)
        return -1;
    append(w, hash, parent, index);
    if (trouble)
        return 0;
    slots[at] = LOSSY ? FINGERPRINT(hash) : TAG(hash) | (uint64_t)totals.states;
    if ((size_t)totals.states >= slot_limit)
        grow_slots(totals.states);
    return 1;
}

/* The number of a stored state, -1 if it is none. */
static int64_t find_state(const uint64_t *w, uint64_t hash)
{
    size_t at = PLACE(hash);
    for (; slots[at] != 0; at = (at + 1) & (slot_count - 1))
        if (is_stored(at, w, hash))
            return NUMBER(slots[at]);
    return -1;
}

/* Give back the states before `number`, but not the start states: only a lossy search does without them. */
static void forget_states(int64_t number)
{
    static size_t first;
    if (first == 0)
        first = ((size_t)start_count >> CHUNK_BITS) + 1;
    for (; first < (size_t)number >> CHUNK_BITS; first++) {
        unmap_bytes(state_chunks[first], CHUNK * WORDS * 8);
        state_chunks[first] = NULL;
    }
}

static void free_store(void)
{
    for (size_t chunk = 0; chunk < CHUNKS; chunk++) {
        unmap_bytes(state_chunks[chunk], CHUNK * WORDS * 8);
        unmap_bytes(parent_chunks[chunk], CHUNK * sizeof(int32_t));
        unmap_bytes(index_chunks[chunk], CHUNK * sizeof(uint16_t));
    }
    unmap_bytes(slots, slot_count * 8);
}

