/* Three threads without an end; an order that takes the last piece twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 3;
static atomic_int sold, delivered;

static void *sell(void *unused)
{
    for (;;) {
        int enough;
        pthread_mutex_lock(&lock);
        enough = stock > 0;
        pthread_mutex_unlock(&lock);
        if (enough) {
            pthread_mutex_lock(&lock);
            stock--;
            assert(stock >= 0); // here
            pthread_mutex_unlock(&lock);
            sold++;
        }
    }
    return unused;
}

static void *deliver(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (stock < 3 && delivered < 1000)
            stock++;
        pthread_mutex_unlock(&lock);
        delivered++;
    }
    return unused;
}

int main(void)
{
    pthread_t seller, other, supplier;
    pthread_create(&seller, NULL, sell, NULL);
    pthread_create(&other, NULL, sell, NULL);
    pthread_create(&supplier, NULL, deliver, NULL);
    pthread_join(seller, NULL);
    return 0;
}
