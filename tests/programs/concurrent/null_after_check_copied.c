// verdict: safe
/* The pointer is read once. */
#include <pthread.h>

int x;
int *volatile p = &x;

void *clear(void *unused) {
    p = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, clear, 0);
    int *mine = p;
    if (mine)
        *mine = 1;
    pthread_join(t, 0);
    return 0;
}
