/* ---- successors wait in a batch, so that the slot and the state each will look at are fetched in the meantime ---- */
typedef struct {
    uint64_t w[WORDS];
    uint64_t hash;
    int32_t source, index; /* index -1: the source has no successor */
    int has_passed;
    uint64_t passed[MASK_WORDS];
} Entry;

static Entry batch[BATCH];
static int batch_count;
static S source_state, stored_state, work, before_run;
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
        if (stored) {
            /* Unpacked again: most successors were stored before, and their monitors were read then. */
            uint64_t here[MASK_WORDS] = {0};
            unpack(entry->w, &stored_state);
            read_monitors(&stored_state, here);
            if (record(here, totals.states - 1, -1, depth)) {
                totals.stop = STOP_HIT;
                return;
            }
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
    entry->has_passed = run_through(&work, entry->passed) && any(entry->passed);
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
