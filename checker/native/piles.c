/* ---- ordered piles: cells hold kind + 1 from the top, 0 is empty ---- */
void pile_insert(uint8_t *pile, int size, int kind, int number, int place)
{
    if (place > size)
        place = size;
    if (number > size - place)
        number = size - place;
    memmove(pile + place + number, pile + place, (size_t)(size - place - number));
    memset(pile + place, kind + 1, (size_t)number);
}

void pile_remove(uint8_t *pile, int size, int kind, int number)
{
    int kept = 0;
    for (int from = 0; from < size; from++) {
        if (number > 0 && pile[from] == kind + 1)
            number--;
        else
            pile[kept++] = pile[from];
    }
    memset(pile + kept, 0, (size_t)(size - kept));
    if (number > 0)
        trouble = NO_CARD_TO_REMOVE;
}

void pile_remove_below(uint8_t *pile, int size, int kind, int number)
{
    for (int from = size - 1; from >= 0 && number > 0; from--) {
        if (pile[from] != kind + 1)
            continue;
        memmove(pile + from, pile + from + 1, (size_t)(size - from - 1));
        pile[size - 1] = 0;
        number--;
    }
    if (number > 0)
        trouble = NO_CARD_TO_REMOVE;
}

int count_pile(const uint8_t *pile, int size)
{
    int count = 0;
    while (count < size && pile[count] != 0)
        count++;
    return count;
}

int pile_top(const uint8_t *pile, int size)
{
    return size > 0 ? pile[0] - 1 : -1;
}

int pile_bottom(const uint8_t *pile, int size)
{
    int last = size - 1;
    while (last > 0 && pile[last] == 0)
        last--;
    return last >= 0 ? pile[last] - 1 : -1;
}

void pile_swap(uint8_t *pile, int size)
{
    int last = size - 1;
    while (last > 0 && pile[last] == 0)
        last--;
    if (last <= 0)
        return;
    uint8_t cell = pile[0];
    pile[0] = pile[last];
    pile[last] = cell;
}

/* The uppermost cards get an order: all of them, if it is that long. */
void pile_arrange(uint8_t *pile, int size, const Order *order)
{
    for (int place = 0; place < size && place < order->n; place++)
        pile[place] = (uint8_t)(order->kinds[place] + 1);
}

/* The first place from `from` on at which inserting a kind gives an order that no place above it gives; -1: none. */
int next_place(const uint8_t *pile, int size, int kind, int from)
{
    for (int place = from; place <= size; place++) {
        if (place == 0)
            return 0;
        if (pile[place - 1] == 0)
            return -1;
        if (pile[place - 1] != kind + 1)
            return place;
    }
    return -1;
}

/* The orders of a pile in lexicographic order of the kinds: the sorted one, then next permutations. */
int first_order(Order *order, const uint8_t *pile, int size)
{
    order->n = 0;
    for (int cell = 0; cell < size; cell++) {
        if (pile[cell] == 0)
            continue;
        int kind = pile[cell] - 1, place = order->n++;
        while (place > 0 && order->kinds[place - 1] > kind) {
            order->kinds[place] = order->kinds[place - 1];
            place--;
        }
        order->kinds[place] = (uint8_t)kind;
    }
    return 1;
}

int next_order(Order *order)
{
    uint8_t *kinds = order->kinds;
    int rise = order->n - 2, other = order->n - 1;
    while (rise >= 0 && kinds[rise] >= kinds[rise + 1])
        rise--;
    if (rise < 0)
        return 0;
    while (kinds[other] <= kinds[rise])
        other--;
    uint8_t kind = kinds[rise];
    kinds[rise] = kinds[other];
    kinds[other] = kind;
    for (int left = rise + 1, right = order->n - 1; left < right; left++, right--) {
        kind = kinds[left];
        kinds[left] = kinds[right];
        kinds[right] = kind;
    }
    return 1;
}
