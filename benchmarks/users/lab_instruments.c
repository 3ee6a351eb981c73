/* Technicians around a bench need the instruments on both sides. BUG: all take the left one first. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define TECHNICIANS 5
#define EXPERIMENTS 3

struct instrument {
    char name[16];
    pthread_mutex_t lock;
    int uses;
};

struct technician {
    pthread_t thread;
    struct instrument *left, *right;
    int finished;
};

static struct instrument instruments[TECHNICIANS];
static struct technician technicians[TECHNICIANS];

static void take(struct instrument *a, struct instrument *b)
{
    int error;

#ifndef BUG
    if (b < a) {
        struct instrument *t = a;
        a = b;
        b = t;
    }
#endif
    if ((error = pthread_mutex_lock(&a->lock)) != 0 || (error = pthread_mutex_lock(&b->lock)) != 0) {
        fprintf(stderr, "lock failed: %d\n", error);
        exit(EXIT_FAILURE);
    }
}

static void give_back(struct instrument *a, struct instrument *b)
{
    pthread_mutex_unlock(&a->lock);
    pthread_mutex_unlock(&b->lock);
}

static void *work(void *arg)
{
    struct technician *t = arg;

    for (int i = 0; i < EXPERIMENTS; i++) {
        take(t->left, t->right);
        t->left->uses++;
        t->right->uses++;
        t->finished++;
        give_back(t->left, t->right);
    }
    return NULL;
}

int main(void)
{
    int uses = 0;

    for (int i = 0; i < TECHNICIANS; i++) {
        snprintf(instruments[i].name, sizeof instruments[i].name, "instrument %d", i);
        pthread_mutex_init(&instruments[i].lock, NULL);
    }
    for (int i = 0; i < TECHNICIANS; i++) {
        technicians[i].left = &instruments[i];
        technicians[i].right = &instruments[(i + 1) % TECHNICIANS];
        if (pthread_create(&technicians[i].thread, NULL, work, &technicians[i]) != 0) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < TECHNICIANS; i++) {
        pthread_join(technicians[i].thread, NULL);
        assert(technicians[i].finished == EXPERIMENTS);
    }
    for (int i = 0; i < TECHNICIANS; i++) {
        printf("%s: %d uses\n", instruments[i].name, instruments[i].uses);
        uses += instruments[i].uses;
        pthread_mutex_destroy(&instruments[i].lock);
    }
    assert(uses == 2 * TECHNICIANS * EXPERIMENTS);
    return EXIT_SUCCESS;
}
