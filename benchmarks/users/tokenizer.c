/* Words of several texts are counted in parallel. BUG: the tokenizer keeps its place in a static variable, as strtok does. */
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS 3
#define MAX_WORD 12

struct document {
    const char *text;
    int words;
    int longest;
};

#ifdef BUG
static const char *position;
#define PLACE (&position)
#else
#define PLACE (&place)
#endif

static int is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The length of the next word, which is copied to `word`; 0 at the end. */
static size_t next_word(const char **place, char *word)
{
    const char *p = *place;
    size_t length = 0;

    while (*p && !is_word_character(*p))
        p++;
    while (is_word_character(*p)) {
        if (length < MAX_WORD - 1)
            word[length++] = *p;
        p++;
    }
    word[length] = '\0';
    *place = p;
    return length;
}

static void *count_words(void *arg)
{
    struct document *d = arg;
    char word[MAX_WORD];
    size_t length;
#ifdef BUG
    position = d->text;
#else
    const char *place = d->text;
#endif

    while ((length = next_word(PLACE, word)) > 0) {
        d->words++;
        if ((int)length > d->longest)
            d->longest = (int)length;
    }
    return NULL;
}

int main(void)
{
    struct document documents[TEXTS] = {
        {"to be, or not", 0, 0},
        {"int x_1 = 42;", 0, 0},
        {"...", 0, 0},
    };
    static const int expected[TEXTS] = {4, 3, 0};
    pthread_t threads[TEXTS];
    int total = 0;

    for (int i = 0; i < TEXTS; i++) {
        if (pthread_create(&threads[i], NULL, count_words, &documents[i]) != 0) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < TEXTS; i++) {
        pthread_join(threads[i], NULL);
        printf("%d words in '%s'\n", documents[i].words, documents[i].text);
        total += documents[i].words;
    }
    for (int i = 0; i < TEXTS; i++)
        assert(documents[i].words == expected[i]);
    printf("%d words\n", total);
    return EXIT_SUCCESS;
}
