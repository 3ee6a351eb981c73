/* Linkage: extern, static, inline, prototypes in blocks, redeclarations, arrays of unknown size. */
#include <stdio.h>

extern int table[];
extern const char *const greeting;
extern struct later later_struct;
static int forward(int);
int redeclared(int a), redeclared(int b), (*hook)(int) = forward;
extern inline int doubled(int x);
inline int doubled(int x) { return x * 2; }
static inline int tripled(int x) { return x * 3; }
struct later {
    int a, b;
};
int table[4];
int table[] = {1, 2, 3, 4};
int length = sizeof table / sizeof table[0];
static int internal[2][3];
static int incomplete[];
static int incomplete[2] = {5, 6};

static int forward(int x) {
    extern int length;
    int redeclared(int);
    return redeclared(x) + length;
}
int redeclared(int c) { return c * 10; }
int block_prototype(void) {
    int hidden(char, ...);
    return hidden('a', 1, 2);
}
int hidden(char c, ...) { return c; }
int (returns_paren)(int (x)) { return (x); }
int array_parameter(int [], int (*)[3], int f(void));
int array_parameter(int a[], int m[][3], int f(void)) { return a[1] + m[1][2] + f(); }
static int seven(void) { return 7; }
void nothing(void);
void nothing() {}

int main(void) {
    internal[1][2] = 9;
    printf("%d %d %s\n", length, table[3], greeting);
    printf("%d %d %d\n", later_struct.a, later_struct.b, hook(3));
    printf("%d %d %d\n", doubled(4), tripled(4), block_prototype());
    printf("%d %d\n", returns_paren(8), array_parameter(table, internal, seven));
    nothing();
    int local(int), x = local(2);
    return x + incomplete[1];
}

const char *const greeting = "hello";
struct later later_struct = {1, 2};
int local(int x) { return x + 1; }
