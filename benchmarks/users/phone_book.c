/* A phone book with readers and a writer. BUG: the number of entries grows before the entry is there, without the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ENTRIES 16
#define READERS 3

struct person {
    const char *name;
    int number;
};

static struct person book[MAX_ENTRIES];
static int entries;
static pthread_rwlock_t book_lock = PTHREAD_RWLOCK_INITIALIZER;

static int add(const char *name, int number)
{
    int error = -1;

#ifdef BUG
    int i = entries++;
    if (i < MAX_ENTRIES) {
        pthread_rwlock_wrlock(&book_lock);
        book[i].name = name;
        book[i].number = number;
        pthread_rwlock_unlock(&book_lock);
        error = 0;
    }
#else
    pthread_rwlock_wrlock(&book_lock);
    if (entries < MAX_ENTRIES) {
        book[entries].name = name;
        book[entries].number = number;
        entries++;
        error = 0;
    }
    pthread_rwlock_unlock(&book_lock);
#endif
    return error;
}

static int find(const char *name)
{
    int number = -1;

    pthread_rwlock_rdlock(&book_lock);
    for (int i = 0; i < entries; i++) {
        if (strcmp(book[i].name, name) == 0) {
            number = book[i].number;
            break;
        }
    }
    pthread_rwlock_unlock(&book_lock);
    return number;
}

static void *writer(void *unused)
{
    (void)unused;
    if (add("dora", 104) != 0 || add("emil", 105) != 0)
        fprintf(stderr, "the book is full\n");
    return NULL;
}

static void *reader(void *arg)
{
    const char *name = arg;
    int number = find(name);

    if (number < 0)
        printf("%s is not in the book\n", name);
    else
        printf("%s: %d\n", name, number);
    assert(number == -1 || number == 100 + name[0] - 'a' + 1);
    return NULL;
}

int main(void)
{
    static const char *names[READERS] = {"berta", "emil", "fritz"};
    pthread_t readers[READERS], writer_thread;

    add("anna", 101);
    add("berta", 102);
    add("carl", 103);
    if (pthread_create(&writer_thread, NULL, writer, NULL) != 0) {
        perror("pthread_create");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < READERS; i++) {
        if (pthread_create(&readers[i], NULL, reader, (void *)names[i]) != 0) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    pthread_join(writer_thread, NULL);
    assert(entries == 5);
    assert(find("emil") == 105);
    return EXIT_SUCCESS;
}
