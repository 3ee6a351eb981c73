/* Clerks move money between accounts. BUG: accounts are locked in the order of the transfer, not of their numbers. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ACCOUNTS 8
#define CLERKS 4
#define TRANSFERS 10
#define OPENING_BALANCE 100

struct account {
    int id;
    long balance;
    pthread_mutex_t lock;
};

struct clerk {
    pthread_t thread;
    int number;
    int done;
    int refused;
};

static struct account accounts[ACCOUNTS];

static void lock_both(struct account *a, struct account *b)
{
#ifndef BUG
    if (a->id > b->id) {
        struct account *t = a;
        a = b;
        b = t;
    }
#endif
    pthread_mutex_lock(&a->lock);
    pthread_mutex_lock(&b->lock);
}

static int transfer(struct account *from, struct account *to, long amount)
{
    int ok = 0;

    if (from == to || amount <= 0)
        return 0;
    lock_both(from, to);
    if (from->balance >= amount) {
        from->balance -= amount;
        to->balance += amount;
        ok = 1;
    }
    pthread_mutex_unlock(&from->lock);
    pthread_mutex_unlock(&to->lock);
    return ok;
}

static void *clerk_main(void *arg)
{
    struct clerk *me = arg;

    for (int i = 0; i < TRANSFERS; i++) {
        int from = (me->number * 3 + i) % ACCOUNTS;
        int to = (from + 1 + i % 3 + me->number) % ACCOUNTS;
        if (transfer(&accounts[from], &accounts[to], 10 + 5 * i))
            me->done++;
        else
            me->refused++;
    }
    return NULL;
}

int main(void)
{
    struct clerk clerks[CLERKS];
    long total = 0;
    int done = 0, refused = 0;

    for (int i = 0; i < ACCOUNTS; i++) {
        accounts[i].id = i;
        accounts[i].balance = OPENING_BALANCE;
        if (pthread_mutex_init(&accounts[i].lock, NULL) != 0) {
            fprintf(stderr, "cannot initialise account %d\n", i);
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < CLERKS; i++) {
        clerks[i].number = i;
        clerks[i].done = clerks[i].refused = 0;
        if (pthread_create(&clerks[i].thread, NULL, clerk_main, &clerks[i]) != 0) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < CLERKS; i++) {
        pthread_join(clerks[i].thread, NULL);
        done += clerks[i].done;
        refused += clerks[i].refused;
    }
    for (int i = 0; i < ACCOUNTS; i++) {
        printf("account %d: %ld\n", accounts[i].id, accounts[i].balance);
        total += accounts[i].balance;
        pthread_mutex_destroy(&accounts[i].lock);
    }
    printf("%d transfers, %d refused, total %ld\n", done, refused, total);
    assert(done + refused == CLERKS * TRANSFERS);
    assert(total == ACCOUNTS * OPENING_BALANCE);
    return EXIT_SUCCESS;
}
