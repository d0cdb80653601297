/* ---- expanding: the successors of some states of one level, in order ---- */
typedef struct {
    uint64_t w[WORDS];
    uint64_t hash;
    int32_t source, index; /* index -1: the source has no successor */
    int32_t passed;        /* place of the mask of what was hit on the way, -1: nothing */
} Entry;

typedef struct {
    Entry *entries;
    uint64_t (*passed)[MASK_WORDS];
    size_t count, room, passed_count, passed_room;
} Task;

typedef struct {
    S source; /* first: successors are begun and ended by its address alone */
    S work, before_run;
    int32_t number, next_index;
    Task *task;
} Worker;

static int any(const uint64_t *mask)
{
    uint64_t bits = 0;
    for (int word = 0; word < MASK_WORDS; word++)
        bits |= mask[word];
    return bits != 0;
}

static Entry *new_entry(Worker *worker)
{
    Task *task = worker->task;
    task->entries = grow_array(task->entries, task->count, &task->room, sizeof *task->entries);
    Entry *entry = task->entries + (trouble ? 0 : task->count++);
    entry->source = worker->number;
    entry->index = -1;
    entry->passed = -1;
    return entry;
}

static void copy_state(S *copy, const S *s)
{
    memcpy(copy->f, s->f, FIELDS8);
    copy->n = s->n;
    memcpy(copy->a, s->a, s->n <= 16 && AGENDA >= 16 ? 16 : s->n);
}

S *begin_successor(const S *s)
{
    Worker *worker = (Worker *)s;
    copy_state(&worker->work, s);
    worker->work.fuel = FUEL;
    worker->work.turns = TURNS;
    return &worker->work;
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
            stop_endless(s);
            break;
        }
        points = grow_array(points, count, &room, sizeof *points);
        if (trouble)
            break;
        copy_state(points + count++, s);
        s->fuel = FUEL;
        s->turns = TURNS;
        take_at[top(s)](s, &pick);
    }
    free(points);
}

/* Run through forced points, whose only label is nobody's freedom, and collect what is hit on them. */
static int run_through(Worker *worker, uint64_t *passed)
{
    S *s = &worker->work;
    Pick pick;
    int steps = 0;
    while (!trouble && only_at[top(s)](s, &pick) == 1) {
        if (steps == 0)
            copy_state(&worker->before_run, s);
        if (++steps > LONG_RUN) {
            copy_state(s, &worker->before_run);
            run_carefully(s, passed);
            return 1;
        }
        read_monitors(s, passed);
        s->fuel = FUEL;
        s->turns = TURNS;
        take_at[top(s)](s, &pick);
    }
    return steps > 0;
}

void end_successor(const S *s)
{
    Worker *worker = (Worker *)s;
    uint64_t passed[MASK_WORDS] = {0};
    if (trouble)
        return;
    int hits = run_through(worker, passed) && any(passed);
    Entry *entry = new_entry(worker);
    entry->index = worker->next_index++;
    if (hits) {
        Task *task = worker->task;
        task->passed = grow_array(task->passed, task->passed_count, &task->passed_room, sizeof *task->passed);
        if (trouble)
            return;
        memcpy(task->passed[task->passed_count], passed, sizeof passed);
        entry->passed = (int32_t)task->passed_count++;
    }
    pack(&worker->work, entry->w);
    entry->hash = hash_state(entry->w);
}

static void expand_one(Worker *worker, int64_t number)
{
    unpack(state_at(number), &worker->source);
    worker->number = (int32_t)number;
    worker->next_index = 0;
    expand_at[top(&worker->source)](&worker->source);
    if (worker->next_index == 0 && top(&worker->source) < WON)
        new_entry(worker);
}

static void begin_task(Worker *worker, Task *task)
{
    worker->task = task;
    task->count = task->passed_count = 0;
}

static void expand_task(Worker *worker, Task *task, int64_t from, int64_t to)
{
    begin_task(worker, task);
    for (int64_t one = from; one < to && !trouble; one++)
        expand_one(worker, one);
}

/* ---- storing, by one thread at a time ---- */
#define SLOTS_AHEAD 64 /* entries whose slot is fetched in advance, and of those nearer by the state it points to */
#define STATES_AHEAD 24

static S stored_state;
static int64_t depth, most_states;
static uint64_t stop_when[MASK_WORDS];
static int stops_when_hit;
static int32_t counted_source = -1;
static int64_t counted;

/* Note the monitors hit here for the first time; 1 if the search has all that it was to stop for. */
static int record(const uint64_t *mask, int64_t state, int64_t index, int64_t at_depth)
{
    uint64_t fresh = 0;
    for (int word = 0; word < MASK_WORDS; word++)
        fresh |= mask[word] & not_hit[word];
    if (fresh == 0)
        return 0;
    int noted = 0;
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

static void fetch_ahead(const Task *task, size_t one)
{
    if (one + SLOTS_AHEAD < task->count)
        PREFETCH(slots + PLACE(task->entries[one + SLOTS_AHEAD].hash));
    if (!LOSSY && one + STATES_AHEAD < task->count) {
        uint64_t slot = slots[PLACE(task->entries[one + STATES_AHEAD].hash)];
        if (slot != 0)
            PREFETCH(state_at(NUMBER(slot)));
    }
}

/* One successor; a code other than RUNNING if the search stops here. */
static int store_entry(const Entry *entry, const uint64_t *passed)
{
    settle_count(entry->source);
    if (entry->index < 0) {
        if (totals.deadlock < 0)
            totals.deadlock = entry->source;
        return RUNNING;
    }
    if (passed != NULL && record(passed, entry->source, entry->index, depth))
        return STOP_HIT;
    int stored = store(entry->w, entry->hash, entry->source, entry->index, most_states);
    if (stored < 0)
        return STOP_STATES;
    if (stored) {
        /* Unpacked again: most successors were stored before, and their monitors were read then. */
        uint64_t here[MASK_WORDS] = {0};
        unpack(entry->w, &stored_state);
        read_monitors(&stored_state, here);
        if (record(here, totals.states - 1, -1, depth))
            return STOP_HIT;
    }
    counted++;
    return RUNNING;
}

/* The source at which the search stopped, -1 if it did not. */
static int64_t store_task(const Task *task)
{
    for (size_t one = 0; one < SLOTS_AHEAD && one < task->count; one++)
        PREFETCH(slots + PLACE(task->entries[one].hash));
    for (size_t one = 0; one < task->count && !trouble; one++) {
        fetch_ahead(task, one);
        const Entry *entry = task->entries + one;
        int stop = store_entry(entry, entry->passed < 0 ? NULL : task->passed[entry->passed]);
        if (stop != RUNNING) {
            totals.stop = stop;
            return entry->source;
        }
    }
    return -1;
}

