/* ---- a search that is kept in files: its rows out and in again ---- */

/* Copy stored states and their parents, all of one chunk. */
void read_rows(int64_t from, int64_t number, uint64_t *w, int32_t *found)
{
    memcpy(w, state_at(from), (size_t)number * WORDS * 8);
    memcpy(found, parent_chunks[from >> CHUNK_BITS] + (from & (CHUNK - 1)), (size_t)number * sizeof *found);
}

int64_t read_agenda(int64_t number, uint8_t *bytes)
{
    const Agenda *agenda = agenda_at((uint32_t)number);
    memcpy(bytes, agenda->a, agenda->n);
    return agenda->n;
}

/* Add the next agenda: 0 if it is too long or was there. */
int32_t load_agenda(const uint8_t *bytes, int64_t n)
{
    if (n > AGENDA || agenda_table->slots[find_agenda(agenda_table, bytes, (uint32_t)n)] != 0)
        return 0;
    add_agenda(bytes, (uint32_t)n);
    totals.agendas = agenda_count;
    totals.trouble = trouble;
    return !trouble;
}

/* Store the next states; returns how many were new, up to the first that cannot be right. */
int64_t load_rows(const uint64_t *w, const int32_t *found, int64_t number)
{
    for (int64_t one = 0; one < number; one++, w += WORDS) {
        if (one + 16 < number)
            PREFETCH(slots + PLACE(hash_state(w + 16 * WORDS)));
        int is_start = found[one] == -1 - totals.states;
        if (unpack_agenda(w) >= agenda_count || (!is_start && (found[one] < 0 || found[one] >= totals.states)))
            return one;
        if (store(w, hash_state(w), found[one], 0, -1) != 1 || trouble)
            return one;
        start_count += is_start;
    }
    totals.trouble = trouble;
    return number;
}

/* Room for so many states, so that loading them never makes the table grow. */
void expect_states(int64_t number)
{
    grow_slots(number);
    totals.trouble = trouble;
}

