// verdict: assertion
// except: cseq unsupported
/* An address that is copied as bytes, by way of an array of them. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

int first = 1, second = 2;
int *place = &first;

void *chooser(void *unused) {
    place = &second;
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned char bytes[sizeof place];
    int *copy;
    pthread_create(&thread, 0, chooser, 0);
    memcpy(bytes, &place, sizeof place);
    memcpy(&copy, bytes, sizeof copy);
    pthread_join(thread, 0);
    assert(*copy == 1);  // here
    return 0;
}
