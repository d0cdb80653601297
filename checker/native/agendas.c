/* ---- agendas: each distinct agenda gets a number; comparing the bytes keeps this exact ----
 * Any thread may look for an agenda; a new one is added under a lock. Nothing that was published moves or changes: a
 * table that has become too small stays for those who still read it. */
#define AGENDA_CHUNK 1024u
#define MOST_AGENDAS (AGENDA_BITS < 24 ? (uint32_t)1 << AGENDA_BITS : (uint32_t)1 << 24)

typedef struct {
    uint32_t n;
    uint8_t a[AGENDA];
} Agenda;

typedef struct AgendaTable {
    struct AgendaTable *smaller;
    uint32_t slot_count;
    uint32_t slots[]; /* number + 1, 0 is empty; twice as many as agendas at least */
} AgendaTable;

static Agenda *agenda_chunks[(1u << 24) / AGENDA_CHUNK];
static AgendaTable *agenda_table;
static uint32_t agenda_count;
#ifdef POSIX
static pthread_mutex_t agenda_lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK(lock) pthread_mutex_lock(lock)
#define UNLOCK(lock) pthread_mutex_unlock(lock)
#else
#define LOCK(lock)
#define UNLOCK(lock)
#endif

static Agenda *agenda_at(uint32_t number)
{
    return agenda_chunks[number / AGENDA_CHUNK] + number % AGENDA_CHUNK;
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

/* The slot of an agenda, or the empty one where it belongs. */
static uint32_t find_agenda(AgendaTable *table, const uint8_t *bytes, uint32_t n)
{
    uint32_t at = (uint32_t)hash_bytes(bytes, n) & (table->slot_count - 1), found;
    for (; (found = LOAD(table->slots + at)) != 0; at = (at + 1) & (table->slot_count - 1)) {
        const Agenda *agenda = agenda_at(found - 1);
        if (agenda->n == n && memcmp(agenda->a, bytes, n) == 0)
            break;
    }
    return at;
}

static void grow_agendas(void)
{
    uint32_t slot_count = agenda_table == NULL ? 1024 : agenda_table->slot_count * 2;
    AgendaTable *grown = calloc(1, sizeof *grown + slot_count * sizeof *grown->slots);
    if (grown == NULL) {
        trouble = NO_MEMORY;
        return;
    }
    grown->slot_count = slot_count;
    grown->smaller = agenda_table;
    for (uint32_t number = 0; number < agenda_count; number++) {
        const Agenda *agenda = agenda_at(number);
        grown->slots[find_agenda(grown, agenda->a, agenda->n)] = number + 1;
    }
    PUBLISH(&agenda_table, grown);
}

static uint32_t add_agenda(const uint8_t *bytes, uint32_t n)
{
    if (agenda_count == MOST_AGENDAS) {
        trouble = TOO_MANY_AGENDAS;
        return 0;
    }
    if (agenda_chunks[agenda_count / AGENDA_CHUNK] == NULL) {
        Agenda *chunk = calloc(AGENDA_CHUNK, sizeof *chunk);
        if (chunk == NULL) {
            trouble = NO_MEMORY;
            return 0;
        }
        agenda_chunks[agenda_count / AGENDA_CHUNK] = chunk;
    }
    Agenda *agenda = agenda_at(agenda_count);
    agenda->n = n;
    memcpy(agenda->a, bytes, n);
    uint32_t *slot = agenda_table->slots + find_agenda(agenda_table, bytes, n);
    PUBLISH(slot, ++agenda_count);
    uint32_t number = agenda_count - 1;
    if (agenda_count * 2 >= agenda_table->slot_count)
        grow_agendas();
    return number;
}

static uint32_t number_agenda(const S *s)
{
    AgendaTable *table = LOAD(&agenda_table);
    uint32_t found = LOAD(table->slots + find_agenda(table, s->a, s->n));
    if (found != 0)
        return found - 1;
    LOCK(&agenda_lock);
    found = agenda_table->slots[find_agenda(agenda_table, s->a, s->n)];
    uint32_t number = found != 0 ? found - 1 : add_agenda(s->a, s->n);
    UNLOCK(&agenda_lock);
    return number;
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
    const Agenda *agenda = agenda_at(unpack_agenda(w));
    s->n = agenda->n;
    memcpy(s->a, agenda->a, agenda->n <= 16 && AGENDA >= 16 ? 16 : agenda->n);
}

static void free_agendas(void)
{
    for (uint32_t chunk = 0; chunk * AGENDA_CHUNK < agenda_count; chunk++)
        free(agenda_chunks[chunk]);
    while (agenda_table != NULL) {
        AgendaTable *smaller = agenda_table->smaller;
        free(agenda_table);
        agenda_table = smaller;
    }
}

