/*
 * Chefs share an oven, a mixer and a stove; a dish needs two of them, and chefs begin with different ones. FIXED has
 * everybody take what comes first in the kitchen first.
 */
#include <assert.h>
#include <pthread.h>

#ifndef CHEFS
#define CHEFS 3
#endif
enum { OVEN, MIXER, STOVE, APPLIANCES };

static struct appliance {
    pthread_mutex_t lock;
    int dishes;
} kitchen[APPLIANCES];

static void cook(int one, int other) {
    pthread_mutex_lock(&kitchen[one].lock);
    pthread_mutex_lock(&kitchen[other].lock);
    kitchen[one].dishes++;
    kitchen[other].dishes++;
    pthread_mutex_unlock(&kitchen[other].lock);
    pthread_mutex_unlock(&kitchen[one].lock);
}

static void *chef(void *argument) {
    int one = (int)(long)argument % APPLIANCES, other = (one + 1) % APPLIANCES;
#ifdef FIXED
    cook(one < other ? one : other, one < other ? other : one);
#else
    cook(one, other);
#endif
    return NULL;
}

int main(void) {
    pthread_t chefs[CHEFS];
    for (int i = 0; i < APPLIANCES; i++)
        pthread_mutex_init(&kitchen[i].lock, NULL);
    for (long i = 0; i < CHEFS; i++)
        pthread_create(&chefs[i], NULL, chef, (void *)i);
    for (int i = 0; i < CHEFS; i++)
        pthread_join(chefs[i], NULL);
    assert(kitchen[OVEN].dishes + kitchen[MIXER].dishes + kitchen[STOVE].dishes == 2 * CHEFS);
    return 0;
}
