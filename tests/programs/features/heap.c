/* malloc, calloc, realloc, free: contents kept, sizes, linked structures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stack {
    int *data;
    size_t size, capacity;
};

static void push(struct stack *s, int value) {
    if (s->size == s->capacity) {
        s->capacity = s->capacity ? s->capacity * 2 : 2;
        s->data = realloc(s->data, s->capacity * sizeof *s->data);
    }
    s->data[s->size++] = value;
}

static int pop(struct stack *s) { return s->data[--s->size]; }

static char *join(const char *a, const char *b) {
    char *r = malloc(strlen(a) + strlen(b) + 1);
    strcpy(r, a);
    return strcat(r, b);
}

struct hash_entry {
    char *key;
    int count;
    struct hash_entry *next;
};

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h % 7;
}

int main(void) {
    struct stack s = {0};
    for (int i = 0; i < 20; i++)
        push(&s, i * 3);
    int sum = 0;
    while (s.size > 5)
        sum += pop(&s);
    printf("%d %zu %zu\n", sum, s.size, s.capacity);
    s.data = realloc(s.data, 5 * sizeof(int));
    printf("%d\n", s.data[4]);
    free(s.data);

    int *zeroes = calloc(10, sizeof(int)), all = 0;
    for (int i = 0; i < 10; i++)
        all |= zeroes[i];
    printf("%d\n", all);
    free(zeroes);
    free(NULL);

    char *text = join("left", "right");
    text = realloc(text, 20);
    strcat(text, "!");
    printf("%s\n", text);
    free(text);

    int **grid = malloc(3 * sizeof *grid);
    for (int i = 0; i < 3; i++) {
        grid[i] = malloc((i + 1) * sizeof **grid);
        for (int j = 0; j <= i; j++)
            grid[i][j] = i * j;
    }
    printf("%d %d\n", grid[2][2], grid[1][1]);
    for (int i = 0; i < 3; i++)
        free(grid[i]);
    free(grid);

    struct hash_entry *buckets[7] = {0};
    const char *words[] = {"a", "b", "a", "tree", "b", "a", "leaf"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        struct hash_entry **link = &buckets[hash(words[i])];
        while (*link && strcmp((*link)->key, words[i]))
            link = &(*link)->next;
        if (!*link) {
            *link = malloc(sizeof **link);
            (*link)->key = strdup(words[i]);
            (*link)->count = 0;
            (*link)->next = NULL;
        }
        (*link)->count++;
    }
    int distinct = 0;
    for (int i = 0; i < 7; i++)
        for (struct hash_entry *e = buckets[i], *next; e; e = next) {
            next = e->next;
            distinct++;
            printf("%s=%d ", e->key, e->count);
            free(e->key);
            free(e);
        }
    printf("\n");
    void *raw = malloc(16);
    *(long *)raw = 5;
    ((char *)raw)[8] = 6;
    printf("%ld %d\n", *(long *)raw, ((char *)raw)[8]);
    free(raw);
    double *d = aligned_alloc(64, 64);
    d[7] = 1.5;
    printf("%g %lu\n", d[7], (unsigned long)d % 64);
    free(d);
    return distinct;
}
