// reach
#include <assert.h>
#include <pthread.h>

unsigned char bytes[8] = {1, 1, 1, 1, 1, 1, 1, 1};

void *handle(void *argument) {
    unsigned short *place = argument;
    assert(*place != 258);
    return 0;
}

int main(void) {
    pthread_t t;
    bytes[3] = 1; // safe
    bytes[3] = 2; // unsafe
    for (int i = 0; i < 6; i++) {
        pthread_create(&t, 0, handle, &bytes[i]);
        pthread_detach(t);
    }
    pthread_exit(0);
}
