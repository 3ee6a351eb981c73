// verdict: use-after-free
/* The second user takes its reference itself, when the object may be gone already. */
#include <pthread.h>
#include <stdlib.h>

struct object {
    int references, value;
};

void *user(void *argument) {
    struct object *object = argument;
    object->references++;  // here
    object->value = 2;  // here
    object->references--;  // here
    return 0;
}

int main(void) {
    pthread_t t;
    struct object *object = malloc(sizeof *object);
    object->references = 0;
    pthread_create(&t, 0, user, object);
    if (object->references == 0)
        free(object);
    pthread_join(t, 0);
    return 0;
}
