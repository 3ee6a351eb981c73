// verdict: use-after-free
/* The second user takes its reference itself, when the object may be gone already. */
#include <pthread.h>
#include <stdlib.h>

struct object {
    int references, value;
};

void drop(struct object *object) {
    int left = object->references - 1;
    object->references = left;
    if (left == 0)
        free(object);
}

void *user(void *argument) {
    struct object *object = argument;
    object->references++;
    object->value = 2;
    drop(object);
    return 0;
}

int main(void) {
    pthread_t t;
    struct object *object = malloc(sizeof *object);
    object->references = 1;
    pthread_create(&t, 0, user, object);
    drop(object);
    pthread_join(t, 0);
    return 0;
}
