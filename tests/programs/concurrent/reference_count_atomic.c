// verdict: safe
/* The last one who drops the object frees it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object {
    int references, value;
};

void drop(struct object *object) {
    assert(object->value == 1);
    if (__atomic_sub_fetch(&object->references, 1, __ATOMIC_SEQ_CST) == 0)
        free(object);
}

void *user(void *object) {
    drop(object);
    return 0;
}

int main(void) {
    pthread_t a;
    struct object *object = malloc(sizeof *object);
    object->references = 2;
    object->value = 1;
    pthread_create(&a, 0, user, object);
    drop(object);
    pthread_join(a, 0);
    return 0;
}
