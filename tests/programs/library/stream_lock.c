// verdict: safe
// except: cseq slow
/* A stream that a thread has locked: others wait for it, also who prints; the holder may lock it again. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int inside;

static void *prints(void *stream)
{
    flockfile(stream);
    inside++;
    putc_unlocked('a', stream);
    printf("%d\n", inside);
    assert(inside == 1);
    inside--;
    funlockfile(stream);
    return NULL;
}

static void *tries(void *stream)
{
    if (ftrylockfile(stream) != 0)
        return NULL;
    flockfile(stream);
    assert(inside == 0);
    funlockfile(stream);
    assert(inside == 0);
    funlockfile(stream);
    return NULL;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, prints, stdout);
    pthread_create(&second, NULL, tries, stdout);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    flockfile(stdin);
    getchar_unlocked();
    getchar();
    funlockfile(stdin);
}
