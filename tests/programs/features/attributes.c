/* Attributes, __extension__, asm barriers, alternate keywords. */
#include <stdio.h>

__attribute__((noinline)) static int plain(int x) { return x + 1; }
static __inline__ __attribute__((always_inline)) int inlined(int x) { return x + 2; }
static inline int also(int x) { return x + 3; }
extern int printf(const char *__restrict format, ...) __attribute__((__format__(__printf__, 1, 2), __nonnull__(1)));
static int unused_argument(int x __attribute__((unused)), int y __attribute__((__unused__))) { return y; }
static void never(void) __attribute__((__noreturn__));
static void never(void) {
    for (;;)
        ;
}
_Noreturn static void never_either(void);
static void never_either(void) { never(); }
__attribute__((weak)) int weak_variable = 4;
static int __attribute__((aligned(64))) cache_line = 5;
static int unused __attribute__((unused)), used __attribute__((used)) = 6;
typedef int vector_like __attribute__((__may_alias__));
__extension__ typedef unsigned long long u64;
__extension__ struct with_empty {
    int a;
    __extension__ union {
        int b;
        float c;
    };
} __attribute__((aligned(16)));
enum e { A __attribute__((unused)), B = 4 } __attribute__((packed));
static int deprecated_function(void) __attribute__((deprecated("use plain"), pure, const, nothrow, cold));
static int deprecated_function(void) { return 1; }
int named_in_asm(int) __asm__("real_name");
int named_in_asm(int x) { return x * 2; }

static volatile int device;
static int *__restrict__ pointer;

int main(void) {
    printf("%d %d %d %d\n", plain(1), inlined(1), also(1), unused_argument(1, 2));
    printf("%d %d %d\n", weak_variable, (int)((unsigned long)&cache_line % 64), used);
    u64 big = __extension__ 0x123456789abULL;
    printf("%llx %zu %zu\n", big, sizeof(struct with_empty), sizeof(enum e));
    printf("%d %d\n", deprecated_function(), named_in_asm(21));
    int x = 1;
    __asm__ volatile("" ::: "memory");
    asm("");
    x++;
    __asm__ __volatile__("" : : : "memory", "cc");
    __asm("" : "+r"(x));
    device = x;
    device++;
    printf("%d %d\n", x, device);
    pointer = &x;
    *pointer += 5;
    __const int c = 3;
    __signed__ char s = -1;
    __volatile__ int v = c + s;
    __typeof__(v) w __attribute__((unused)) = v;
    register int r __attribute__((unused)) = 9;
    if (__builtin_expect(x > 100, 0))
        never_either();
    switch (x) {
    case 1:
        w = 1;
        __attribute__((fallthrough));
    case 7:
        w += 2;
    }
    goto out;
out: __attribute__((unused));
    int result = __extension__({
        int y = w;
        y * 3;
    });
    vector_like *alias = (vector_like *)&result;
    return *alias;
}
