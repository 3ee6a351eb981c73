/* The last error of each thread, as text. BUG: all threads share the text. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 3
#define MAX_TEXT 24

struct error {
    int code;
    char text[MAX_TEXT];
};

static pthread_key_t error_key;
static pthread_once_t error_once = PTHREAD_ONCE_INIT;

static void make_key(void)
{
    if (pthread_key_create(&error_key, free) != 0)
        abort();
}

static struct error *last_error(void)
{
#ifdef BUG
    static struct error shared;
    return &shared;
#else
    struct error *e;

    pthread_once(&error_once, make_key);
    e = pthread_getspecific(error_key);
    if (!e) {
        e = calloc(1, sizeof *e);
        if (!e || pthread_setspecific(error_key, e) != 0)
            abort();
    }
    return e;
#endif
}

static int fail(int code, const char *text)
{
    struct error *e = last_error();

    e->code = code;
    strncpy(e->text, text, MAX_TEXT - 1);
    return -1;
}

static int parse_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c == '\0')
        return fail(1, "nothing to read");
    return fail(2, "not a digit");
}

static int parse_number(const char *text)
{
    int value = 0;

    do {
        int digit = parse_digit(*text);
        if (digit < 0)
            return -1;
        value = value * 10 + digit;
    } while (*++text);
    return value;
}

struct task {
    const char *input;
    int value, code;
};

static void *run(void *arg)
{
    struct task *t = arg;

    t->value = parse_number(t->input);
    if (t->value < 0) {
        t->code = last_error()->code;
        printf("'%s': %s\n", t->input, last_error()->text);
    } else {
        printf("'%s' is %d\n", t->input, t->value);
    }
    return NULL;
}

int main(void)
{
    struct task tasks[THREADS] = {{"42", 0, 0}, {"", 0, 0}, {"1x", 0, 0}};
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run, &tasks[i])) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(tasks[0].value == 42);
    assert(tasks[1].code == 1);
    assert(tasks[2].code == 2);
    (void)error_once;
    (void)error_key;
    (void)make_key;
    return EXIT_SUCCESS;
}
