// proved: reach,memory,locks
/* Variables that are called like others, and like what clauses speak of. */
#include <assert.h>
#include <pthread.h>

struct job { int left; };
static int count, self, text;
static struct job job;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    struct job *first = argument;
    for (int count = 0;;) {
        pthread_mutex_lock(&lock);
        if (first->left > 0)
            first->left--;
        count = self < 5 ? self + 1 : 0;
        self = count;
        job.left = text = count;
        assert(first->left >= 0 && text == self);
        pthread_mutex_unlock(&lock);
        assert(count <= 5);
    }
    return NULL;
}

int main(void)
{
    struct job job = {7};
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, NULL, worker, &job);
        pthread_mutex_lock(&lock);
        count = (count + 1) & 3;
        assert(self <= 5);
        pthread_mutex_unlock(&lock);
    }
}
