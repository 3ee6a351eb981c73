/* _Static_assert and _Generic. */
#include <assert.h>
#include <stdio.h>

_Static_assert(sizeof(int) == 4, "int has four bytes");
_Static_assert(1 + 1 == 2, "arith" "metic");
static_assert(-1 < 0, "order");
_Static_assert('a' == 97 && (char)300 == 44, "characters");
_Static_assert(sizeof(long) == sizeof(void *), "data model");
_Static_assert((unsigned)-1 > 0, "unsigned");
_Static_assert(_Alignof(double) == 8, "alignment");
_Static_assert(!(1 ? 0 : 5) && (3 > 2 ? 7 : 1 / 1) == 7, "conditional");

struct s {
    int a;
    _Static_assert(sizeof(short) == 2, "inside a struct");
    char b;
};

#define NAME(x) _Generic((x), int: "int", double: "double", char *: "char *", const char *: "const char *",          \
                         struct s: "struct s", struct s *: "struct s *", int (*)(int): "function", default: "other")
#define MAX(a, b) _Generic((a) + (b), int: max_int, long: max_long, double: max_double)((a), (b))

static int max_int(int a, int b) { return a > b ? a : b; }
static long max_long(long a, long b) { return a > b ? a : b; }
static double max_double(double a, double b) { return a > b ? a : b; }
static int identity(int x) { return x; }

static int evaluated;
static int touch(void) { return ++evaluated; }

enum unsigned_one { ONE };
enum signed_one { MINUS = -1 };

/* What ?: makes of two pointers; what an enumeration is compatible with. */
static void types(void) {
    int n = 1, *p = &n;
    const int *cp = p;
    const void *cv = p;
    void *v = p;
#define POINTER(x) _Generic((x), int *: "int *", const int *: "const int *", void *: "void *", const void *: "const void *")
#define INTEGER(x) _Generic((x), int: "int", unsigned: "unsigned", default: "other")
    printf("%s, %s, %s\n", POINTER(1 ? (int *)0 : (void *)0), POINTER(1 ? p : (void *)0), POINTER(n ? p : (void *)n));
    printf("%s, %s, %s\n", POINTER(n ? v : cp), POINTER(n ? p : cp), POINTER(n ? cv : p));
    printf("%s, %s\n", POINTER(n ? (const void *)0 : p), POINTER(n ? p : 0));
    printf("%s, %s, %s\n", INTEGER((enum unsigned_one)0), INTEGER((enum signed_one)0), INTEGER(ONE));
    printf("%d\n", __builtin_types_compatible_p(enum signed_one *, int *));
}

int main(void) {
    types();
    _Static_assert(sizeof(struct s) == 8, "in a function");
    struct s s = {1, 'b'};
    const int ci = 5;
    char text[4] = "abc";
    puts(NAME(1));
    puts(NAME(1.5));
    puts(NAME(1.5f));
    puts(NAME(text));
    puts(NAME("literal"));
    puts(NAME((const char *)text));
    puts(NAME(s));
    puts(NAME(&s));
    puts(NAME(identity));
    puts(NAME(ci));
    puts(NAME(1L));
    puts(NAME((char)1));
    puts(NAME(touch()));
    printf("%d\n", evaluated);
    printf("%d %ld %g\n", MAX(3, 4), MAX(3L, 4), MAX(2.5, 1));
    int x = _Generic(1u, unsigned: 10, default: 1 / 1) + _Generic('a', char: 1, int: 2);
    for (int i = 0; i < 2; i++) {
        _Static_assert(1, "in a loop");
        x++;
    }
    _Generic(x, int: x, default: evaluated) = 3;
    return x;
}
