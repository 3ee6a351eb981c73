// verdict: safe
/* Start routines chosen at run time, from a table and from a variable. */
#include <assert.h>
#include <pthread.h>

int result[2];

void *one(void *argument) {
    *(int *)argument = 1;
    return 0;
}

void *two(void *argument) {
    *(int *)argument = 2;
    return 0;
}

void *(*table[])(void *) = {one, two};

int main(void) {
    pthread_t t[2];
    void *(*routine)(void *) = table[1];
    pthread_create(&t[0], 0, routine, &result[0]);
    routine = *table;
    pthread_create(&t[1], 0, routine, &result[1]);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(result[0] == 2 && result[1] == 1);
    return 0;
}
