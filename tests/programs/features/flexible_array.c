/* Flexible array members, allocated and static. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    int length;
    char tag;
    char text[];
};

struct vector {
    size_t size;
    struct item {
        short id;
        long value;
    } items[];
};

struct old_style {
    int n;
    int data[0];
};

static struct message *new_message(char tag, const char *text) {
    int length = strlen(text);
    struct message *m = malloc(sizeof *m + length + 1);
    m->length = length;
    m->tag = tag;
    memcpy(m->text, text, length + 1);
    return m;
}

int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct message), offsetof(struct message, text), offsetof(struct vector, items));
    struct message *messages[3] = {new_message('a', "hello"), new_message('b', ""), new_message('c', "flexible")};
    for (int i = 0; i < 3; i++)
        printf("%c %d <%s>\n", messages[i]->tag, messages[i]->length, messages[i]->text);
    strcpy(messages[0]->text, "olleh");
    puts(messages[0]->text);
    for (int i = 0; i < 3; i++)
        free(messages[i]);

    struct vector *v = malloc(sizeof(struct vector) + 4 * sizeof(struct item));
    v->size = 4;
    for (size_t i = 0; i < v->size; i++)
        v->items[i] = (struct item){(short)i, 1000L * i};
    v = realloc(v, sizeof *v + 6 * sizeof v->items[0]);
    v->size = 6;
    v->items[4] = v->items[3];
    v->items[5].id = -1;
    v->items[5].value = 7;
    long sum = 0;
    for (size_t i = 0; i < v->size; i++)
        sum += v->items[i].value * v->items[i].id;
    printf("%ld %zu\n", sum, sizeof *v);
    free(v);
    struct old_style *o = calloc(1, sizeof *o + 3 * sizeof(int));
    o->data[2] = 6;
    int result = o->data[0] + o->data[1] + o->data[2];
    free(o);
    return result;
}
