/* ---- piles in segments: known cards on top, loose cards by kind, known cards at the bottom (checker/system/segments.py)
 *
 * Cells hold kind + 1, those on top from the top down, those at the bottom from the bottom up, 0 is empty. */
#define LOOSE 128 /* the place among the loose cards; above it, LOOSE + 1 + the known cards that lie below */

static int count_loose_kinds(Segments at)
{
    int count = 0;
    for (int kind = 0; kind < at.kinds; kind++)
        count += at.loose[kind] != 0;
    return count;
}

/* The canonical form: where one order only is left, its lowest run of equal cards is loose and nothing is below it. */
static void settle(Segments at)
{
    int above = count_pile(at.top, at.size), below = count_pile(at.under, at.size);
    if ((above == 0 && below == 0) || count_loose_kinds(at) > 1)
        return;
    for (int kind = 0; kind < at.kinds; kind++)
        for (; at.loose[kind] > 0; at.loose[kind]--)
            at.top[above++] = (uint8_t)(kind + 1);
    while (below > 0) {
        at.top[above++] = at.under[--below];
        at.under[below] = 0;
    }
    uint8_t lowest = at.top[above - 1];
    while (above > 0 && at.top[above - 1] == lowest) {
        at.top[--above] = 0;
        at.loose[lowest - 1]++;
    }
}

static void insert_cell(uint8_t *cells, int size, int cell, int place)
{
    memmove(cells + place + 1, cells + place, (size_t)(size - place - 1));
    cells[place] = (uint8_t)cell;
}

static void delete_cell(uint8_t *cells, int size, int place)
{
    memmove(cells + place, cells + place + 1, (size_t)(size - place - 1));
    cells[size - 1] = 0;
}

/* Where the first, or the last, card of a kind lies in some cells; -1: nowhere. */
static int find_cell(const uint8_t *cells, int size, int kind, int is_last)
{
    int found = -1;
    for (int place = 0; place < size && cells[place] != 0 && (is_last || found < 0); place++)
        if (cells[place] == kind + 1)
            found = place;
    return found;
}

void segments_insert(Segments at, int kind, int number, int place)
{
    for (; number > 0; number--) {
        if (place == LOOSE)
            at.loose[kind]++;
        else if (place < LOOSE)
            insert_cell(at.top, at.size, kind + 1, place);
        else
            insert_cell(at.under, at.size, kind + 1, place - LOOSE - 1);
    }
    settle(at);
}

static void remove_cards(Segments at, uint8_t *first, uint8_t *last, int kind, int number)
{
    for (; number > 0; number--) {
        int place = find_cell(first, at.size, kind, 0);
        if (place >= 0)
            delete_cell(first, at.size, place);
        else if (at.loose[kind] > 0)
            at.loose[kind]--;
        else if ((place = find_cell(last, at.size, kind, 1)) >= 0)
            delete_cell(last, at.size, place);
        else
            trouble = NO_CARD_TO_REMOVE;
    }
    settle(at);
}

void segments_remove(Segments at, int kind, int number)
{
    remove_cards(at, at.top, at.under, kind, number);
}

void segments_remove_below(Segments at, int kind, int number)
{
    remove_cards(at, at.under, at.top, kind, number);
}

void segments_mix(Segments at)
{
    for (int place = 0; place < at.size; place++) {
        if (at.top[place] != 0)
            at.loose[at.top[place] - 1]++;
        if (at.under[place] != 0)
            at.loose[at.under[place] - 1]++;
        at.top[place] = at.under[place] = 0;
    }
}

void segments_pin(Segments at, int kind, int lowest)
{
    uint8_t *cells = lowest ? at.under : at.top;
    at.loose[kind]--;
    cells[count_pile(cells, at.size)] = (uint8_t)(kind + 1);
    settle(at);
}

void segments_swap(Segments at)
{
    int above = count_pile(at.top, at.size), below = count_pile(at.under, at.size);
    if (above == 0 && below == 0)
        return;
    if (below == 0) { /* one order only: the lowest card is a loose one */
        int kind = 0;
        while (at.loose[kind] == 0)
            kind++;
        at.loose[kind]--;
        at.under[0] = (uint8_t)(kind + 1);
    }
    uint8_t cell = at.top[0];
    at.top[0] = at.under[0];
    at.under[0] = cell;
    settle(at);
}

/* The first place from `from` on at which inserting a kind gives orders that no place before it gives; -1: none. */
int next_place_of_segments(Segments at, int kind, int from)
{
    int above = count_pile(at.top, at.size), below = count_pile(at.under, at.size);
    for (int place = from; place < above; place++)
        if (place == 0 || at.top[place - 1] != kind + 1)
            return place;
    if (from <= LOOSE)
        return LOOSE;
    for (int place = from - LOOSE - 1; place < below; place++)
        if (at.under[place] != kind + 1)
            return LOOSE + 1 + place;
    return -1;
}

/* The uppermost cards, which must be known, at most so many. */
static int read_known(Segments at, uint8_t *cells, int number)
{
    int count = count_pile(at.top, at.size);
    memcpy(cells, at.top, (size_t)count);
    if (count_loose_kinds(at) == 1)
        for (int kind = 0; kind < at.kinds; kind++)
            for (int card = 0; card < at.loose[kind]; card++)
                cells[count++] = (uint8_t)(kind + 1);
    return count < number ? count : number;
}

int first_order_of_segments(Order *order, Segments at, int number)
{
    uint8_t cells[ORDER];
    return first_order(order, cells, read_known(at, cells, number));
}

void segments_arrange(Segments at, const Order *order)
{
    uint8_t cells[ORDER];
    int above = count_pile(at.top, at.size), known = read_known(at, cells, order->n);
    for (int place = above; place < known; place++)
        at.loose[cells[place] - 1]--;
    for (int place = 0; place < order->n; place++)
        at.top[place] = (uint8_t)(order->kinds[place] + 1);
    settle(at);
}
