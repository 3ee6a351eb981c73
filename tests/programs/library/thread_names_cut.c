// verdict: safe
/* What an int keeps of a thread's name tells threads apart, as with glibc: it is not 0, and no other thread has it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int owner, depth, inside;

static void enter(void)
{
    pthread_t self = pthread_self();

    if (__atomic_load_n(&owner, __ATOMIC_SEQ_CST) != (int)self) {
        pthread_mutex_lock(&mutex);
        __atomic_store_n(&owner, (int)pthread_self(), __ATOMIC_SEQ_CST);
    }
    depth++;
}

static void leave(void)
{
    if (--depth == 0) {
        __atomic_store_n(&owner, 0, __ATOMIC_SEQ_CST);
        pthread_mutex_unlock(&mutex);
    }
}

static void *work(void *unused)
{
    int name = (int)pthread_self();

    assert(name != 0 && (unsigned)name == (unsigned)pthread_self());
    enter();
    enter();
    assert(inside++ == 0);
    inside--;
    leave();
    leave();
    return unused;
}

int main(void)
{
    pthread_t one, other;
    unsigned long *same = &one;

    pthread_create(same, NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
    assert((int)one != (int)other && (int)one != (int)pthread_self());
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
