/* ---- one stretch of a level, by some threads: tasks are expanded in any order and stored in order ---- */
#define TASK_STATES 128
#define TASKS_AHEAD 4 /* for each thread: expanded and not yet stored */

static Worker workers[MOST_THREADS];
static Task tasks[MOST_THREADS * TASKS_AHEAD];
static uint8_t *fired_before; /* coverage before this stretch */

typedef struct {
    int64_t from, to, stopped; /* stopped: the source at which the search stopped, -1 */
    int64_t next_expanded, next_stored, number;
    int threads, storing;
    int64_t ready[MOST_THREADS * TASKS_AHEAD]; /* the task that was expanded into a buffer, -1: none */
} Stretch;

static int64_t task_begin(const Stretch *stretch, int64_t task)
{
    int64_t begin = stretch->from + task * TASK_STATES;
    return begin < stretch->to ? begin : stretch->to;
}

static void run_alone(Stretch *stretch)
{
    for (int64_t one = 0; one < stretch->number && stretch->stopped < 0 && !trouble; one++) {
        expand_task(workers, tasks, task_begin(stretch, one), task_begin(stretch, one + 1));
        stretch->stopped = store_task(tasks);
    }
}

#if MOST_THREADS > 1
static pthread_mutex_t stretch_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stretch_moved = PTHREAD_COND_INITIALIZER;
static Stretch *shared;

/* What is next for a thread that holds the lock: store the next task, or expand one more, or wait. */
static void *work_together(void *worker)
{
    Stretch *stretch = shared;
    int64_t buffers = stretch->threads * TASKS_AHEAD;
    pthread_mutex_lock(&stretch_lock);
    while (stretch->next_stored < stretch->number && stretch->stopped < 0 && !trouble) {
        int64_t stored = stretch->next_stored, expanded = stretch->next_expanded;
        if (!stretch->storing && stretch->ready[stored % buffers] == stored) {
            stretch->storing = 1;
            pthread_mutex_unlock(&stretch_lock);
            int64_t stopped = store_task(tasks + stored % buffers);
            pthread_mutex_lock(&stretch_lock);
            stretch->storing = 0;
            stretch->stopped = stopped;
            stretch->next_stored++;
            pthread_cond_broadcast(&stretch_moved);
        } else if (expanded < stretch->number && expanded < stored + buffers) {
            stretch->next_expanded++;
            pthread_mutex_unlock(&stretch_lock);
            expand_task(worker, tasks + expanded % buffers, task_begin(stretch, expanded),
                        task_begin(stretch, expanded + 1));
            pthread_mutex_lock(&stretch_lock);
            stretch->ready[expanded % buffers] = expanded;
            pthread_cond_broadcast(&stretch_moved);
        } else {
            pthread_cond_wait(&stretch_moved, &stretch_lock);
        }
    }
    pthread_cond_broadcast(&stretch_moved);
    pthread_mutex_unlock(&stretch_lock);
    return NULL;
}

/* A thread that cannot be made is done without. */
static void run_together(Stretch *stretch)
{
    pthread_t made[MOST_THREADS];
    int count = 0;
    shared = stretch;
    while (count < stretch->threads - 1 && pthread_create(made + count, NULL, work_together, workers + count + 1) == 0)
        count++;
    work_together(workers);
    while (count > 0)
        pthread_join(made[--count], NULL);
}
#else
static void run_together(Stretch *stretch)
{
    run_alone(stretch);
}
#endif

/* Coverage as if nothing behind the source at which the search stopped had been expanded. */
static void take_back_coverage(const Stretch *stretch)
{
    memcpy(fired, fired_before, (size_t)COVERAGE);
    for (int64_t one = stretch->from; one <= stretch->stopped && !trouble; one++)
        expand_task(workers, tasks, one, one + 1);
}

/* Expand the states from `from` to `to`, all of one level, whose successors have depth `depth_of_successors`. */
void expand_states(int64_t from, int64_t to, int64_t depth_of_successors, int32_t threads)
{
    Stretch stretch = {.from = from, .to = to, .stopped = -1};
    stretch.number = (to - from + TASK_STATES - 1) / TASK_STATES;
    stretch.threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    memset(stretch.ready, -1, sizeof stretch.ready);
    memcpy(fired_before, fired, (size_t)COVERAGE);
    depth = depth_of_successors;
    if (stretch.threads > 1 && stretch.number > stretch.threads)
        run_together(&stretch);
    else
        run_alone(&stretch);
    if (stretch.stopped >= 0)
        take_back_coverage(&stretch);
    else if (!trouble) {
        settle_count(-1);
        totals.expanded = to;
        totals.settled = totals.transitions;
    }
    if (LOSSY && !trouble)
        forget_states(totals.expanded);
    totals.trouble = trouble;
    totals.agendas = agenda_count;
}

