// verdict: safe  bounds: races=1
/* Output of all kinds, from two threads. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static const char *const name = "name";

static void print(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    vdprintf(1, format, arguments);
    va_end(arguments);
}

static void *worker(void *argument)
{
    printf("%s: %d %5.1f %c %%\n", name, 1, 2.5, 'x');
    fprintf(stderr, "%s\n", "text");
    return argument;
}

/* Every output may fail. */
static int is(int result, int expected)
{
    return result == expected || result == EOF;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    print("%s %d\n", name, 2);
    dprintf(1, "%s\n", name);
    puts(name);
    assert(fputs(name, stdout) >= EOF);
    putchar('a');
    fputc('c', stderr);
    putchar_unlocked('d');
    putc_unlocked('e', stdout);
    assert(is(putc('b', stdout), 'b'));
    assert(fwrite(name, 1, 2, stdout) <= 2 && write(1, name, 2) <= 2);
    errno = EINVAL;
    perror(name);
    assert(is(fflush(stdout), 0));
    pthread_join(thread, 0);
}
