// verdict: assertion
/* A shared pointer to one of eight functions; a worker is a function, too, but none that the pointer may hold. */
#include <assert.h>
#include <pthread.h>

int x;
static void add1(int n) { x += n; }
static void add2(int n) { x += 2 * n; }
static void add3(int n) { x += 3 * n; }
static void add4(int n) { x += 4 * n; }
static void add5(int n) { x += 5 * n; }
static void add6(int n) { x += 6 * n; }
static void add7(int n) { x += 7 * n; }
static void add8(int n) { x += 8 * n; }
void (*const table[8])(int) = {add1, add2, add3, add4, add5, add6, add7, add8};
void (*apply)(int) = add1;

void *caller(void *argument) {
    apply(1);
    return argument;
}

void *chooser(void *argument) {
    for (int i = 1; i < 8; i += 3)
        apply = table[i];
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, caller, NULL);
    pthread_create(&b, NULL, chooser, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1 || x == 2 || x == 5);  // here
    return 0;
}
