/*
 * SPIN 2008, figure 1: Peterson's algorithm in the paper's form. Two threads enter their critical sections for ever; that
 * they are never in there together is the invariant `check_exclusion`. MISSING_VOLATILE leaves out the keyword that an
 * encyclopedia once forgot: an optimising compiler may then use values again that were read before.
 */
#include <pthread.h>

void smtcb_abstract_bytes(const void *bytes, unsigned long count);
void smtcb_abstract_control(void);

#ifdef MISSING_VOLATILE
#define SHARED
#else
#define SHARED volatile
#endif

struct pa_desc {
    SHARED int *f0, *f1;
    int last;
};

static SHARED int pa_f0, pa_f1, pa_last;
static volatile int count;

static void pa_desc_init(struct pa_desc *d, int id) {
    d->f0 = id ? &pa_f1 : &pa_f0;
    d->f1 = id ? &pa_f0 : &pa_f1;
    d->last = id;
}

static void pa_desc_lock(struct pa_desc *d) {
    for (*d->f0 = 1, pa_last = d->last; *d->f1 == 1 && pa_last == d->last;)
        ;
}

static void pa_desc_unlock(struct pa_desc *d) { *d->f0 = 0; }

static void critical(void) {
    count++;
    count--;
}

static void *thread_main(void *argument) {
    struct pa_desc d;
    pa_desc_init(&d, (int)(long)argument);
    for (;;) {
        pa_desc_lock(&d);
        critical();
        pa_desc_unlock(&d);
    }
    return NULL;
}

_Bool check_exclusion(void) { return count <= 1; }

/* The state of the algorithm: flags, turn, who is inside, and where the threads are. */
void update_abs(void) {
    int state[] = {pa_f0, pa_f1, pa_last, count};
    smtcb_abstract_bytes(state, sizeof state);
    smtcb_abstract_control();
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread_main, (void *)0);
    pthread_create(&b, NULL, thread_main, (void *)1);
    pthread_join(a, NULL);
    return 0;
}
