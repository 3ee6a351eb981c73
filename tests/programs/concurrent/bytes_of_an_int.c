// verdict: safe
/* Who writes an int byte by byte shows all that is in between, and no more. */
#include <assert.h>
#include <pthread.h>

int value;

void *writer(void *unused) {
    char *bytes = (char *)&value;
    for (unsigned i = 0; i < sizeof value; i++)
        bytes[i] = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int seen = value;
    assert(seen == 0 || seen == 1 || seen == 0x101 || seen == 0x10101 || seen == 0x1010101);
    pthread_join(thread, 0);
    return 0;
}
