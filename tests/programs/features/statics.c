/* Static locals, file-scope statics, tentative definitions, extern, initial values. */
#include <stdio.h>

static int counter;
int tentative;
int tentative;
int tentative = 5;
extern int defined_later;
static int *pointer_to_later = &defined_later;
static const char *const names[] = {"zero", "one"};
static struct {
    int a;
    char b[3];
    double c;
} zero;

static int next(void) {
    static int value = 100;
    static int calls;
    calls++;
    return value += calls;
}

static int *slot(int i) {
    static int slots[3] = {7, 8};
    return &slots[i];
}

static int nested(int n) {
    static int depth;
    int result;
    depth++;
    if (n > 0)
        result = nested(n - 1);
    else
        result = depth;
    return result;
}

static int shadow = 1;

static int use_extern(void) {
    extern int defined_later;
    return defined_later * 2;
}

static int two_blocks(int which) {
    if (which) {
        static int n = 10;
        return n++;
    } else {
        static int n = 20;
        return n++;
    }
}

int main(void) {
    int a = next(), b = next(), c = next();
    printf("%d %d %d\n", a, b, c);
    *slot(2) += 9;
    ++*slot(0);
    printf("%d %d %d\n", *slot(0), *slot(1), *slot(2));
    printf("%d", nested(3));
    printf(" %d\n", nested(2));
    printf("%d %d %d %d\n", counter, tentative, *pointer_to_later, use_extern());
    printf("%s %d %d %g\n", names[1], zero.a, zero.b[2], zero.c);
    printf("%d ", shadow);
    int shadow = 2;
    printf("%d ", shadow);
    {
        int shadow = 3;
        printf("%d ", shadow);
        {
            extern int tentative;
            static int shadow = 4;
            printf("%d %d ", shadow, tentative);
        }
    }
    for (int shadow = 9; shadow < 10; shadow++)
        printf("%d ", shadow);
    printf("%d\n", shadow);
    a = two_blocks(1);
    b = two_blocks(0);
    c = two_blocks(1);
    int d = two_blocks(0);
    printf("%d %d %d %d\n", a, b, c, d);
    static int *self = &tentative;
    static char text[] = "static";
    text[0] = 'S';
    *self = 11;
    printf("%s %d\n", text, tentative);
    return tentative;
}

int defined_later = 21;
