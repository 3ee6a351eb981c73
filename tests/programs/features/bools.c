/* _Bool: everything that is not zero becomes one. */
#include <stdbool.h>
#include <stdio.h>

struct flags {
    bool a : 1;
    bool b : 1;
    bool whole;
};

static bool positive(int x) { return x > 0; }
static bool any(int x) { return x; }
static int count(bool first, bool second) { return first + second; }

int main(void) {
    bool b = 256;
    _Bool c = 0.5, d = -0.0;
    int x = 0;
    bool e = &x, f = (void *)0;
    printf("%d %d %d %d %d\n", b, c, d, e, f);
    b++;
    printf("%d\n", b);
    b += 5;
    printf("%d\n", b);
    b = b - 1;
    printf("%d\n", b);
    b |= 8;
    printf("%d\n", b);
    b ^= true;
    printf("%d\n", b);
    b = 7;
    b &= 2;
    printf("%d\n", b);
    b = !b;
    printf("%d %d\n", b, ~b);
    b--;
    printf("%d\n", b);
    printf("%d %d %d\n", positive(-3), positive(3), any(1 << 20));
    printf("%d %d\n", count(100, 0.1), count(false, 1e-30));
    struct flags flags = {.a = 2, .b = 4, .whole = 1024};
    printf("%d %d %d\n", flags.a, flags.b, flags.whole);
    flags.a = 0;
    flags.b = flags.whole << 3;
    printf("%d %d %zu %zu\n", flags.a, flags.b, sizeof(bool), sizeof flags);
    bool array[4] = {1, 0, 3, -1};
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += array[i];
    printf("%d\n", sum);
    printf("%d %d\n", (bool)0x100000000, (bool)(unsigned char)256);
    printf("%d\n", true + true == 2 && (true && 2) == 1);
    if (b)
        return 1;
    return positive(5) + 1;
}
