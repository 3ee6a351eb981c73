/*
 * CAV 2014, row 73: singleton. A thread allocates the one object and starts threads that write different marks into
 * it; who writes last is open. The thread expects the mark of the first. FIXED accepts any.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *object;

static void *create_object(void *unused) {
    object = malloc(1);
    if (!object)
        exit(0);
    *object = 0;
    return NULL;
}

static void *mark_x(void *unused) {
    *object = 'X';
    return NULL;
}

static void *mark_y(void *unused) {
    *object = 'Y';
    return NULL;
}

static void *start(void *unused) {
    pthread_t c, x, y;
    pthread_create(&c, NULL, create_object, NULL);
    pthread_join(c, NULL);
    pthread_create(&x, NULL, mark_x, NULL);
    pthread_create(&y, NULL, mark_y, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
#ifdef FIXED
    assert(*object == 'X' || *object == 'Y');
#else
    assert(*object == 'X');
#endif
    free(object);
    return NULL;
}

int main(void) {
    pthread_t s;
    pthread_create(&s, NULL, start, NULL);
    pthread_join(s, NULL);
    return 0;
}
