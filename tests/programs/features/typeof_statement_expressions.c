/* typeof, statement expressions, omitted operands, local labels, nested macros built on them. */
#include <stdio.h>

#define max(a, b)                                                                                                      \
    ({                                                                                                                 \
        typeof(a) _a = (a);                                                                                            \
        __typeof__(b) _b = (b);                                                                                        \
        _a > _b ? _a : _b;                                                                                             \
    })
#define swap(a, b)                                                                                                     \
    do {                                                                                                               \
        __typeof(a) _t = (a);                                                                                          \
        (a) = (b);                                                                                                     \
        (b) = _t;                                                                                                      \
    } while (0)
#define container_of(ptr, type, member)                                                                                \
    ({                                                                                                                 \
        const typeof(((type *)0)->member) *_m = (ptr);                                                                 \
        (type *)((char *)_m - __builtin_offsetof(type, member));                                                       \
    })
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

struct list {
    struct list *next;
};
struct item {
    int value;
    struct list link;
};
static int calls;
static int next(void) { return ++calls; }

int main(void) {
    printf("%d %d\n", max(3, 4), max(next(), next()));
    printf("%d\n", calls);
    printf("%d\n", max(max(1, 5), max(2, 3)));
    double x = 1.5, y = 2.5;
    swap(x, y);
    printf("%g %g\n", x, y);
    struct item items[3] = {{10, {&items[1].link}}, {20, {&items[2].link}}, {30, {0}}};
    int sum = 0;
    for (struct list *l = &items[0].link; l; l = l->next)
        sum += container_of(l, struct item, link)->value;
    printf("%d\n", sum);
    typeof(int[3]) array = {1, 2, 3};
    typeof(array) copy = {4, 5, 6};
    typeof(&array[0]) p = copy;
    typeof(*p) element = p[2];
    typeof(next) *function = next;
    __typeof__(function()) result = function();
    printf("%zu %d %d\n", ARRAY_SIZE(copy), element, result);
    const int constant = 5;
    typeof(constant + 0) changeable = constant;
    changeable++;
    int v = ({
        int total = 0;
        for (int i = 0; i < 5; i++)
            total += i;
        if (total > 5)
            total *= 2;
        total;
    });
    printf("%d %d\n", changeable, v);
    ({ printf("void result\n"); });
    int nested = ({ int a = 1; a + ({ int b = 2; a += b; a * 10; }); });
    printf("%d\n", nested);
    int elvis = next() ?: 100, other = 0 ?: 7;
    printf("%d %d %d\n", elvis, other, calls);
    struct item made = ({ struct item i = {99, {0}}; i; });
    printf("%d\n", made.value);
    int found = ({
        __label__ done;
        int r = 0;
        for (int i = 0; i < 10; i++)
            if (i * i > 50) {
                r = i;
                goto done;
            }
    done:
        r;
    });
    if (({ int q = found; q > 5; }) && ({ found++; 1; }))
        printf("%d\n", found);
    __auto_type automatic = 2.5f;
    return (int)(automatic * 4) + found;
}
