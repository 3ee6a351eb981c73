/* Enumerations: values, gaps, duplicates, negative members, use as array bounds and in switch. */
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE, DARK_BLUE = BLUE, LAST };
enum { ANONYMOUS = 3, NEXT, FLAG = 1 << 4, MIXED = FLAG | ANONYMOUS, LETTER = 'a' };
enum negative { LOW = -10, HIGHER, ZERO = LOW + 10, BIG = 0x7fffffff };
typedef enum { OFF, ON } toggle;
enum wide { WIDE = 0x100000000LL, NARROW = 1 };

struct machine {
    enum colour colour;
    enum { IDLE, BUSY } state;
    toggle power : 2;
};

static const char *name(enum colour c) {
    switch (c) {
    case RED:
        return "red";
    case GREEN:
        return "green";
    case BLUE:
        return "blue";
    default:
        return "unknown";
    }
}

static toggle flip(toggle t) { return t == ON ? OFF : ON; }

int main(void) {
    enum colour c = BLUE;
    int table[LAST] = {[RED] = 1, [GREEN] = 2, [DARK_BLUE] = 3};
    printf("%d %d %d %d %d\n", RED, GREEN, BLUE, DARK_BLUE, LAST);
    printf("%d %d %d %d %d\n", ANONYMOUS, NEXT, FLAG, MIXED, LETTER);
    printf("%d %d %d %d\n", LOW, HIGHER, ZERO, BIG);
    printf("%zu %zu %zu %zu\n", sizeof(enum colour), sizeof(enum negative), sizeof(toggle), sizeof(enum wide));
    printf("%ld %zu\n", (long)WIDE, sizeof table / sizeof table[0]);
    for (int i = 0; i < LAST; i++)
        printf("%d", table[i]);
    printf("\n%s %s %s %s\n", name(RED), name(c), name(GREEN), name(LAST));
    c++;
    printf("%d %d\n", c, c == LAST);
    struct machine m = {GREEN, BUSY, ON};
    m.power = flip(m.power);
    printf("%d %d %d\n", m.colour, m.state, m.power);
    /* an enumeration without negative members is unsigned */
    enum colour small = 0;
    printf("%d\n", (enum colour)(small - 1) > 0);
    enum negative n = -5;
    printf("%d %d\n", n < 0, n);
    {
        enum { RED = 77 };
        printf("%d\n", RED);
    }
    enum local { A, B = sizeof(int), C = B * 2 + A } l = C;
    return l;
}
