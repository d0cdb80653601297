/* The state of a game while a segment works on it: the bytes of the reference machine, fields then agenda.
 *
 * Printed in front of this text: FIELDS (bytes of fields), FIELDS8 (the same, filled up to eights), AGENDA (most bytes
 * of an agenda), LOCATION_BYTES, PLAYERS, LIVING and DIRECTION (places of fields), ORDER (cells of the longest ordered
 * pile, at least 1), BINDERS (most binders of a label, at least 1).
 */
#include <stdint.h>
#include <string.h>

typedef struct {
    uint8_t f[FIELDS8]; /* the bytes behind FIELDS stay 0 */
    uint32_t n;         /* bytes of the agenda in use; those behind are rubbish */
    uint32_t fuel;      /* blocks that may still be entered before the next point */
    uint32_t turns;     /* the same of blocks at which a loop closes */
    uint8_t a[AGENDA];
} S;

typedef struct {
    int n;
    uint8_t kinds[ORDER]; /* from the top */
} Order;

/* One label: its choice, and what its binders are bound to, in order. */
typedef struct {
    int choice;
    int v[BINDERS];
    Order order;
} Pick;

enum {
    FINE,
    AGENDA_TOO_DEEP,
    ENDLESS_SEGMENT,
    FIELD_OUT_OF_RANGE,
    TOO_MANY_AGENDAS,
    NO_CARD_TO_REMOVE,
    NO_MEMORY,
    TOO_MANY_LABELS
};

/* The first trouble met; the search ends there, and what it counted so far must not be used. */
extern int trouble;

extern uint8_t fired[];

/* search.c: between these two a label is entered on the returned copy of the state. */
S *begin_successor(const S *s);
void end_successor(const S *s);

void pile_insert(uint8_t *pile, int size, int kind, int number, int place);
void pile_remove(uint8_t *pile, int size, int kind, int number);
void pile_remove_below(uint8_t *pile, int size, int kind, int number);
int count_pile(const uint8_t *pile, int size);
int pile_top(const uint8_t *pile, int size);
int pile_bottom(const uint8_t *pile, int size);
void pile_arrange(uint8_t *pile, int size, const Order *order);
int next_place(const uint8_t *pile, int size, int kind, int from);
int first_order(Order *order, const uint8_t *pile, int size);
int next_order(Order *order);
void pile_swap(uint8_t *pile, int size);

/* segments.c: the fields of a pile in segments. */
typedef struct {
    uint8_t *loose;
    int kinds;
    uint8_t *top;
    uint8_t *under;
    int size;
} Segments;

static inline Segments segments_of(const S *s, int loose, int kinds, int top, int under, int size)
{
    uint8_t *f = (uint8_t *)s->f; /* only verbs that change a pile write through it, and they get a state to change */
    return (Segments){f + loose, kinds, f + top, f + under, size};
}

void segments_insert(Segments at, int kind, int number, int place);
void segments_remove(Segments at, int kind, int number);
void segments_remove_below(Segments at, int kind, int number);
void segments_mix(Segments at);
void segments_pin(Segments at, int kind, int lowest);
void segments_swap(Segments at);
void segments_arrange(Segments at, const Order *order);
int next_place_of_segments(Segments at, int kind, int from);
int first_order_of_segments(Order *order, Segments at, int number);

/* Dispatch on the location on top. */
void resume(S *s);

static inline int top(const S *s)
{
#if LOCATION_BYTES == 1
    return s->a[s->n - 1];
#else
    return s->a[s->n - 2] << 8 | s->a[s->n - 1];
#endif
}

static inline int has_room(const S *s, unsigned bytes)
{
    if (s->n + bytes <= AGENDA)
        return 1;
    trouble = AGENDA_TOO_DEEP;
    return 0;
}

/* Whether another block may be entered. Loops without a point must end; if one does not, say so and do not hang. */
static inline int has_fuel(S *s)
{
    if (s->fuel) {
        s->fuel--;
        return 1;
    }
    trouble = ENDLESS_SEGMENT;
    return 0;
}

/* runtime.c: the play stops, for a loop has gone round as often as it may. */
void stop_endless(S *s);

/* Whether a block may be entered at which a loop closes: as often as on the reference machine, then the play stops. */
static inline int has_turn(S *s)
{
    if (s->turns) {
        s->turns--;
        return 1;
    }
    stop_endless(s);
    return 0;
}

static inline void push_byte(S *s, int value)
{
    s->a[s->n++] = (uint8_t)value;
}

static inline void push_location(S *s, int number)
{
#if LOCATION_BYTES == 2
    s->a[s->n++] = (uint8_t)(number >> 8);
#endif
    s->a[s->n++] = (uint8_t)number;
}

static inline int least(int one, int other)
{
    return one < other ? one : other;
}

static inline int greatest(int one, int other)
{
    return one > other ? one : other;
}

static inline int seat_at(int seat)
{
    return ((seat % PLAYERS) + PLAYERS) % PLAYERS;
}

static inline int seat_from(const S *s, int start, int steps)
{
    return seat_at(s->f[DIRECTION] ? start - steps : start + steps);
}

static inline int next_player(const S *s, int seat)
{
    int step = s->f[DIRECTION] ? -1 : 1;
    for (int tried = 0; tried < PLAYERS; tried++) {
        seat = seat_at(seat + step);
        if (s->f[LIVING + seat])
            return seat;
    }
    return seat;
}
