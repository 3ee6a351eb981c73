// verdict: safe
/* IRIW: two readers agree on the order of two independent writes. */
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2, r3, r4;

void *write_x(void *unused) {
    x = 1;
    return 0;
}

void *write_y(void *unused) {
    y = 1;
    return 0;
}

void *read_xy(void *unused) {
    r1 = x;
    r2 = y;
    return 0;
}

void *read_yx(void *unused) {
    r3 = y;
    r4 = x;
    return 0;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, write_x, 0);
    pthread_create(&t[1], 0, write_y, 0);
    pthread_create(&t[2], 0, read_xy, 0);
    pthread_create(&t[3], 0, read_yx, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
    return 0;
}
