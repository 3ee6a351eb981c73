// verdict: assertion
/* strlen runs over a string that is being written. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

char text[4] = "a";

void *writer(void *unused) {
    text[1] = 'b';
    text[2] = 'c';
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    unsigned long length = strlen(text);
    assert(length == 1 || length == 3);  // here
    pthread_join(t, 0);
    return 0;
}
