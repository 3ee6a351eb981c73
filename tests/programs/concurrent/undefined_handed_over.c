// verdict: assertion
/* A queue of one: what is put in undefined comes out as it was, each time another one. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

struct message { _Bool sender, text; };
struct message slot, sent[2], received[2];
sem_t room, ready;

void *producer(void *unused) {
    for (int i = 0; i < 2; i++) {
        struct message new;
        new.sender = 1;
        sent[i] = new;
        sem_wait(&room);
        slot = new;
        sem_post(&ready);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&room, 0, 1);
    sem_init(&ready, 0, 0);
    pthread_create(&thread, 0, producer, 0);
    for (int i = 0; i < 2; i++) {
        sem_wait(&ready);
        received[i] = slot;
        sem_post(&room);
    }
    pthread_join(thread, 0);
    assert(received[0].text == sent[0].text);
    assert(received[1].text == sent[1].text && received[1].sender);
    assert(received[0].text == received[1].text);  // here
    return 0;
}
