// verdict: safe
/* Two locks in opposite order, but each thread gives the first one back before it asks for the second. */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void *first(void *unused) {
    pthread_mutex_lock(&a);
    x++;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    y++;
    pthread_mutex_unlock(&b);
    return 0;
}

void *second(void *unused) {
    pthread_mutex_lock(&b);
    y++;
    pthread_mutex_unlock(&b);
    pthread_mutex_lock(&a);
    x++;
    pthread_mutex_unlock(&a);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
