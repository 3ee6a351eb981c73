/*
 * ICSE 2011, tables 1 and 2: wronglock. One kind of thread protects the value with one lock, the other kind with
 * another. FIXED lets both use the same one.
 */
#include <assert.h>
#include <pthread.h>

#ifndef CAREFUL
#define CAREFUL 1
#endif
#ifndef WRONG
#define WRONG 3
#endif

static int value;
static pthread_mutex_t value_lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
#define other_lock value_lock
#else
static pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void *careful(void *unused) {
    pthread_mutex_lock(&value_lock);
    int before = value;
    value++;
    assert(value == before + 1);
    pthread_mutex_unlock(&value_lock);
    return NULL;
}

static void *wrong(void *unused) {
    pthread_mutex_lock(&other_lock);
    value++;
    pthread_mutex_unlock(&other_lock);
    return NULL;
}

int main(void) {
    pthread_t a[CAREFUL], b[WRONG];
    for (int i = 0; i < CAREFUL; i++)
        pthread_create(&a[i], NULL, careful, NULL);
    for (int i = 0; i < WRONG; i++)
        pthread_create(&b[i], NULL, wrong, NULL);
    for (int i = 0; i < CAREFUL; i++)
        pthread_join(a[i], NULL);
    for (int i = 0; i < WRONG; i++)
        pthread_join(b[i], NULL);
    return 0;
}
