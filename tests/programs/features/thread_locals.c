/* Thread-local variables seen by one thread, in every spelling. */
#include <stdio.h>
#include <threads.h>

__thread int gnu = 1;
static _Thread_local int c11 = 2;
_Thread_local static int order = 3;
static thread_local struct {
    int a;
    char text[4];
} aggregate = {4, "abc"};
extern __thread int later;
static __thread int array[3] = {1, 2};
static __thread int *pointer;

static int next(void) {
    static _Thread_local int counter = 10;
    return counter++;
}

int main(void) {
    gnu += c11 * order;
    printf("%d %d %s\n", gnu, aggregate.a, aggregate.text);
    aggregate.text[1]++;
    printf("%s\n", aggregate.text);
    later++;
    printf("%d\n", later);
    pointer = &array[2];
    *pointer = array[0] + array[1];
    printf("%d %d\n", array[2], pointer == 0);
    next();
    next();
    int *address = &gnu;
    *address = 9;
    printf("%d %d\n", gnu, next());
    return gnu;
}

__thread int later = 7;
