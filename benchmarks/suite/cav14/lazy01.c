/*
 * CAV 2014, row 61: lazy01. Three threads, one lock: two add to the data, the third looks. SAFE expects no more than
 * what can be.
 */
#include <assert.h>
#include <pthread.h>

static int data;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add_one(void *unused) {
    pthread_mutex_lock(&lock);
    data++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *add_two(void *unused) {
    pthread_mutex_lock(&lock);
    data += 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *look(void *unused) {
    pthread_mutex_lock(&lock);
#ifdef SAFE
    assert(data <= 3);
#else
    assert(data < 3);
#endif
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, add_one, NULL);
    pthread_create(&b, NULL, add_two, NULL);
    pthread_create(&c, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
