// verdict: safe  bounds: races=1
/* What happens before creation and after joining cannot race. */
#include <pthread.h>

int x;

void *first(void *unused) {
    x++;
    return 0;
}

void *second(void *unused) {
    return 0;
}

int main(void) {
    pthread_t a, b;
    x = 1;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    x++;
    return 0;
}
