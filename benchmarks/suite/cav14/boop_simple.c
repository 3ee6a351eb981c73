/*
 * CAV 2014, row 27: boop_simple. A driver's open path against its unload path: use count, unload flag and device
 * state are checked and changed without a common lock. FIXED does both checks in one critical section.
 */
#include <assert.h>
#include <pthread.h>

static int use_count, locked, flag1, flag2;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *open_device(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
    if (!flag1) {
        use_count++;
        flag2 = 1;
    }
    pthread_mutex_unlock(&lock);
#else
    if (!flag1) {
        use_count = use_count + 1;
        flag2 = 1;
    }
#endif
    return NULL;
}

static void *unload(void *unused) {
    pthread_mutex_lock(&lock);
    if (use_count == 0) {
        flag1 = 1;
        locked = 1;
        assert(!flag2);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, open_device, NULL);
    pthread_create(&b, NULL, unload, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
