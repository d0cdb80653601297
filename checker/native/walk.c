/* ---- after the search: does every play end, and does it end well? ----
 * States that no unfinished state leads to are taken away, over and over. What then remains lies on cycles or behind. */
static uint32_t *sources_left; /* for every state: how many edges lead to it from states not yet taken away */
static int32_t *to_take;
static size_t take_count, take_room;

static void end_walk(void)
{
    free(to_take);
    unmap_bytes(sources_left, (size_t)totals.states * sizeof *sources_left);
    to_take = NULL;
    sources_left = NULL;
    take_count = take_room = 0;
}

static void put_to_take(int64_t number)
{
    to_take = grow_array(to_take, take_count, &take_room, sizeof *to_take);
    if (!trouble)
        to_take[take_count++] = (int32_t)number;
}

/* Count the edges out of the states from `from` to `to`; to unexplored states none are counted. */
void count_edges(int64_t from, int64_t to)
{
    if (sources_left == NULL)
        sources_left = map_bytes((size_t)totals.states * sizeof *sources_left);
    for (int64_t begin = from; begin < to && !trouble; begin += TASK_STATES) {
        expand_task(workers, tasks, begin, begin + TASK_STATES < to ? begin + TASK_STATES : to);
        for (size_t one = 0; one < tasks->count && !trouble; one++) {
            fetch_ahead(tasks, one);
            const Entry *entry = tasks->entries + one;
            int64_t target = entry->index < 0 ? -1 : find_state(entry->w, entry->hash);
            if (target >= 0)
                sources_left[target]++;
        }
    }
    totals.trouble = trouble;
}

/* Expand the states from `from` to `to` once more and look nothing up: how many successors they have. */
int64_t count_successors(int64_t from, int64_t to)
{
    int64_t found = 0;
    for (int64_t begin = from; begin < to && !trouble; begin += TASK_STATES) {
        expand_task(workers, tasks, begin, begin + TASK_STATES < to ? begin + TASK_STATES : to);
        found += (int64_t)tasks->count;
    }
    return found;
}

/* The states without any edge to them: some start states. */
void begin_taking(void)
{
    for (int64_t one = 0; one < start_count; one++)
        if (sources_left[one] == 0)
            put_to_take(one);
    totals.trouble = trouble;
}

/* Take away about so many states at most; returns how many: 0 once no more can be taken. */
int64_t take_states(int64_t most)
{
    int64_t taken = 0;
    while (taken < most && take_count > 0 && !trouble) {
        begin_task(workers, tasks);
        for (int one = 0; one < TASK_STATES && take_count > 0 && !trouble; one++, taken++)
            expand_one(workers, to_take[--take_count]);
        for (size_t one = 0; one < tasks->count && !trouble; one++) {
            fetch_ahead(tasks, one);
            const Entry *entry = tasks->entries + one;
            int64_t target = entry->index < 0 ? -1 : find_state(entry->w, entry->hash);
            if (target >= 0 && --sources_left[target] == 0)
                put_to_take(target);
        }
    }
    totals.trouble = trouble;
    return taken;
}

/* The first state from `from` to `to` that has no label and does not reach a goal; -1 if there is none. */
int64_t find_end_without(int64_t from, int64_t to, int32_t goal)
{
    static S s;
    Pick pick;
    for (int64_t one = from; one < to; one++) {
        unpack(state_at(one), &s);
        if (only_at[top(&s)](&s, &pick) == 0 && !reaches_goal(&s, goal))
            return one;
    }
    return -1;
}

