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
    fired_before = calloc((size_t)COVERAGE + 1, 1);
    if (fired_before == NULL)
        trouble = NO_MEMORY;
    grow_agendas();
    grow_slots(0);
    totals.trouble = trouble;
}

/* Store start states: bytes of the reference machine, the end of each, the masks passed before them.
 * Returns the number of the first one that was given before, or -1. */
int64_t add_starts(const uint8_t *bytes, const int64_t *ends, const uint64_t *passed, int64_t number)
{
    static S start;
    int64_t begin = 0;
    start_count = number;
    for (int64_t one = 0; one < number && !trouble; begin = ends[one], one++) {
        S *s = &start;
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
        int stored = store(w, hash_state(w), (int32_t)(-1 - one), 0, -1);
        if (!stored && LOSSY)
            append(w, hash_state(w), (int32_t)(-1 - one), 0); /* the number of a start state is its name */
        else if (!stored && !trouble)
            return one;
        memcpy(mask, passed + one * MASK_WORDS, sizeof mask);
        read_monitors(s, mask);
        if (any(mask) && record(mask, one, -1, 0))
            totals.stop = STOP_HIT;
    }
    totals.trouble = trouble;
    totals.agendas = agenda_count;
    return -1;
}

static int64_t write_bytes(const S *s, uint8_t *bytes)
{
    memcpy(bytes, s->f, FIELDS);
    memcpy(bytes + FIELDS, s->a, s->n);
    return FIELDS + s->n;
}

/* The bytes of a stored state, at most FIELDS + AGENDA; returns how many. One that was given back is reached again
 * from its start state by the successor numbers that were kept. */
int64_t read_state(int64_t number, uint8_t *bytes)
{
    static S read;
    if (state_chunks[number >> CHUNK_BITS] != NULL) {
        unpack(state_at(number), &read);
        return write_bytes(&read, bytes);
    }
    int32_t *path = NULL;
    size_t count = 0, room = 0;
    for (; number >= start_count && !trouble; number = parent_of(number)) {
        path = grow_array(path, count, &room, sizeof *path);
        if (!trouble)
            path[count++] = index_chunks[number >> CHUNK_BITS][number & (CHUNK - 1)];
    }
    unpack(state_at(number), &workers->source);
    while (count > 0 && !trouble) {
        begin_task(workers, tasks);
        workers->next_index = 0;
        expand_at[top(&workers->source)](&workers->source);
        unpack(tasks->entries[path[--count]].w, &workers->source);
    }
    free(path);
    return write_bytes(&workers->source, bytes);
}

/* How many chunks of states are there: in a lossy search only the last ones. */
int64_t count_chunks(void)
{
    int64_t count = 0;
    for (size_t chunk = 0; chunk < CHUNKS; chunk++)
        count += state_chunks[chunk] != NULL;
    return count;
}

int32_t read_parent(int64_t number)
{
    return parent_of(number);
}

void end_search(void)
{
    free_store();
    free_agendas();
    free(fired_before);
    for (size_t one = 0; one < sizeof tasks / sizeof *tasks; one++) {
        free(tasks[one].entries);
        free(tasks[one].passed);
    }
    end_walk();
}
