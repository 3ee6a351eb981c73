/*
 * TOPLAS 2021, table 4: a double-ended queue built on double compare-and-swap (Snark), after the published pseudo-
 * code of Detlefs et al.; Doherty et al. found its errors: a pop can report an empty deque that is not, and one value
 * can be popped twice. REPAIRED is the version of Doherty et al., in which a pop claims the value it takes.
 *
 * main pushes INITIAL values on the right. Then LEFT_POPS and RIGHT_POPS threads pop one value each, LEFT_PUSHES and
 * RIGHT_PUSHES threads push one each, EXCHANGES threads push one on the right and then pop one on the left. No value
 * may be popped twice; with no more pops than INITIAL values (exchanges put in before they take out) none may find
 * the deque empty.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#ifndef INITIAL
#define INITIAL 2
#endif
#ifndef LEFT_POPS
#define LEFT_POPS 2
#endif
#ifndef RIGHT_POPS
#define RIGHT_POPS 2
#endif
#ifndef LEFT_PUSHES
#define LEFT_PUSHES 0
#endif
#ifndef RIGHT_PUSHES
#define RIGHT_PUSHES 1
#endif
#ifndef EXCHANGES
#define EXCHANGES 0
#endif
#define POPS (LEFT_POPS + RIGHT_POPS)
#define PUSHES (LEFT_PUSHES + RIGHT_PUSHES)
#define THREADS (POPS + PUSHES + EXCHANGES)
#define VALUES (INITIAL + PUSHES + EXCHANGES)
#define EMPTY 0
#define CLAIMED (-1)

struct node {
    struct node *left, *right;
    int value;
};

static struct node dummy, nodes[VALUES + 1];
static struct node *left_hat, *right_hat;
static int popped[VALUES + 1];

static int dcas(struct node **a, struct node **b, struct node *old_a, struct node *old_b, struct node *new_a,
                struct node *new_b) {
    int done = 0;
    __VERIFIER_atomic_begin();
    if (*a == old_a && *b == old_b) {
        *a = new_a;
        *b = new_b;
        done = 1;
    }
    __VERIFIER_atomic_end();
    return done;
}

static void push_right(int value) {
    struct node *fresh = &nodes[value];
    fresh->right = &dummy;
    fresh->value = value;
    for (;;) {
        struct node *hat = right_hat;
        struct node *beyond = hat->right;
        if (beyond == hat) {
            fresh->left = &dummy;
            struct node *other = left_hat;
            if (dcas(&right_hat, &left_hat, hat, other, fresh, fresh))
                return;
        } else {
            fresh->left = hat;
            if (dcas(&right_hat, &hat->right, hat, beyond, fresh, fresh))
                return;
        }
    }
}

static void push_left(int value) {
    struct node *fresh = &nodes[value];
    fresh->left = &dummy;
    fresh->value = value;
    for (;;) {
        struct node *hat = left_hat;
        struct node *beyond = hat->left;
        if (beyond == hat) {
            fresh->right = &dummy;
            struct node *other = right_hat;
            if (dcas(&left_hat, &right_hat, hat, other, fresh, fresh))
                return;
        } else {
            fresh->right = hat;
            if (dcas(&left_hat, &hat->left, hat, beyond, fresh, fresh))
                return;
        }
    }
}

#ifndef REPAIRED

static int pop_right(void) {
    for (;;) {
        struct node *hat = right_hat, *other = left_hat;
        if (hat->right == hat)
            return EMPTY;
        if (hat == other) {
            if (dcas(&right_hat, &left_hat, hat, other, &dummy, &dummy))
                return hat->value;
        } else {
            struct node *inner = hat->left;
            if (dcas(&right_hat, &hat->left, hat, inner, inner, hat)) {
                int value = hat->value;
                hat->right = &dummy;
                return value;
            }
        }
    }
}

static int pop_left(void) {
    for (;;) {
        struct node *hat = left_hat, *other = right_hat;
        if (hat->left == hat)
            return EMPTY;
        if (hat == other) {
            if (dcas(&left_hat, &right_hat, hat, other, &dummy, &dummy))
                return hat->value;
        } else {
            struct node *inner = hat->right;
            if (dcas(&left_hat, &hat->right, hat, inner, inner, hat)) {
                int value = hat->value;
                hat->left = &dummy;
                return value;
            }
        }
    }
}

#else

static int claim(struct node *hat) {
    int value = hat->value;
    if (value != CLAIMED && __sync_bool_compare_and_swap(&hat->value, value, CLAIMED))
        return value;
    return EMPTY;
}

static int pop_right(void) {
    for (;;) {
        struct node *hat = right_hat;
        struct node *inner = hat->left;
        if (hat->right == hat) {
            if (right_hat == hat)
                return EMPTY;
        } else if (dcas(&right_hat, &hat->left, hat, inner, inner, hat)) {
            int value = claim(hat);
            if (value != EMPTY)
                hat->right = &dummy;
            return value;
        }
    }
}

static int pop_left(void) {
    for (;;) {
        struct node *hat = left_hat;
        struct node *inner = hat->right;
        if (hat->left == hat) {
            if (left_hat == hat)
                return EMPTY;
        } else if (dcas(&left_hat, &hat->right, hat, inner, inner, hat)) {
            int value = claim(hat);
            if (value != EMPTY)
                hat->left = &dummy;
            return value;
        }
    }
}

#endif

static void check(int value) {
    if (value == EMPTY) {
        assert(POPS > INITIAL);
        return;
    }
    assert(1 <= value && value <= VALUES);
    assert(__sync_add_and_fetch(&popped[value], 1) == 1);
}

static void *pop_right_thread(void *unused) {
    check(pop_right());
    return NULL;
}

static void *pop_left_thread(void *unused) {
    check(pop_left());
    return NULL;
}

static void *push_right_thread(void *argument) {
    push_right((int)(long)argument);
    return NULL;
}

static void *push_left_thread(void *argument) {
    push_left((int)(long)argument);
    return NULL;
}

static void *exchange_thread(void *argument) {
    push_right((int)(long)argument);
    check(pop_left());
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    int n = 0;
    long value = 1;
    dummy.left = dummy.right = left_hat = right_hat = &dummy;
    for (int i = 0; i < INITIAL; i++)
        push_right((int)value++);
    for (int i = 0; i < RIGHT_POPS; i++)
        pthread_create(&threads[n++], NULL, pop_right_thread, NULL);
    for (int i = 0; i < LEFT_POPS; i++)
        pthread_create(&threads[n++], NULL, pop_left_thread, NULL);
    for (int i = 0; i < RIGHT_PUSHES; i++)
        pthread_create(&threads[n++], NULL, push_right_thread, (void *)value++);
    for (int i = 0; i < LEFT_PUSHES; i++)
        pthread_create(&threads[n++], NULL, push_left_thread, (void *)value++);
    for (int i = 0; i < EXCHANGES; i++)
        pthread_create(&threads[n++], NULL, exchange_thread, (void *)value++);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
