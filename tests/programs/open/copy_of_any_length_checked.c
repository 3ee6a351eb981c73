// verdict: safe  bounds: symbolic=1
// cseq: unwind=4
/* The same with a check; and copies that end where their objects do, or that copy nothing from nowhere. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct frame {
    unsigned length;
    unsigned char data[3];
};

unsigned __VERIFIER_nondet_uint(void);

static struct frame last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *receiver(void *arg)
{
    struct frame f = {__VERIFIER_nondet_uint(), {1, 2, 3}};

    if (f.length > sizeof f.data)
        return NULL;
    pthread_mutex_lock(&lock);
    memcpy(last.data, f.data, f.length);
    last.length = f.length;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char *copy = malloc(4), text[6] = "abc";

    memcpy(NULL, NULL, 0);
    memcpy(text + 6, copy + 4, 0);
    memmove(text + 2, text, 4);
    memcpy(copy, "xyz", 4);
    assert(text[2] == 'a' && text[5] == 0 && copy[3] == 0);
    free(copy);
    pthread_create(&thread, NULL, receiver, NULL);
    pthread_join(thread, NULL);
    assert(last.length < 3 || last.data[2] == 3);
    return 0;
}
