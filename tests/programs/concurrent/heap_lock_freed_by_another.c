// verdict: use-after-free
/* The last user frees the object; main looks at its lock again after it has given its reference back. */
#include <pthread.h>
#include <stdlib.h>

struct object { pthread_mutex_t lock; int references; } *object;

static int release(void) {
    pthread_mutex_lock(&object->lock);
    int left = --object->references;
    pthread_mutex_unlock(&object->lock);
    return left;
}

void *user(void *unused) {
    if (release() == 0)
        free(object);
    return 0;
}

int main(void) {
    pthread_t thread;
    object = malloc(sizeof *object);
    pthread_mutex_init(&object->lock, 0);
    object->references = 2;
    pthread_create(&thread, 0, user, 0);
    if (release() > 0) {
        pthread_mutex_lock(&object->lock);  // here
        pthread_mutex_unlock(&object->lock);  // here
    }
    pthread_join(thread, 0);
    return 0;
}
