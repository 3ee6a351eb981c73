// verdict: safe
/* The lowest bit of an address says that the node is being removed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node { int value; } node = {4};
_Atomic uintptr_t link;

void *remover(void *unused) {
    atomic_fetch_or(&link, 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    link = (uintptr_t)&node;
    pthread_create(&thread, 0, remover, 0);
    uintptr_t seen = link;
    struct node *there = (struct node *)(seen & ~(uintptr_t)1);
    assert(there->value == 4);
    pthread_join(thread, 0);
    assert(link & 1);
    return 0;
}
