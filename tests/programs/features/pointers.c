/* Pointers to everything: void, char access to any object, pointer to pointer, const casts, null. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

static void swap_bytes(void *a, void *b, size_t n) {
    char *x = a, *y = b;
    while (n--) {
        char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}
static void allocate(int **out, int n) {
    *out = malloc(n * sizeof **out);
    for (int i = 0; i < n; i++)
        (*out)[i] = i + 1;
}
static struct node **tail(struct node **list) {
    while (*list)
        list = &(*list)->next;
    return list;
}
static int *max(int *a, int *b) { return *a > *b ? a : b; }

int main(void) {
    int x = 0x01020304, y = 5;
    unsigned char *bytes = (unsigned char *)&x;
    printf("%d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    bytes[1] = 0xff;
    printf("%x\n", x);
    swap_bytes(&x, &y, sizeof x);
    printf("%d %x\n", x, y);
    double d = 1.5, e = 2.5;
    swap_bytes(&d, &e, sizeof d);
    printf("%g %g\n", d, e);
    int *array;
    allocate(&array, 5);
    int **pp = &array, ***ppp = &pp;
    printf("%d %d %d\n", array[4], (*pp)[2], ***ppp);
    ++*pp;
    printf("%d %d\n", *array, array[-1]);
    --array;
    free(array);
    *max(&x, &y) = 1;
    printf("%d %d\n", x, y);

    struct node nodes[3] = {{1}, {2}, {3}}, *list = NULL;
    for (int i = 0; i < 3; i++)
        *tail(&list) = &nodes[i];
    int sum = 0;
    for (struct node *n = list; n; n = n->next)
        sum = sum * 10 + n->value;
    printf("%d\n", sum);
    struct node *previous = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = previous;
        previous = list;
        list = next;
    }
    printf("%d %d\n", previous->value, previous->next->next->value);

    void *v = nodes;
    struct node *back = v;
    printf("%d %td\n", back[1].value, (char *)&back[2] - (char *)v);
    v = (char *)v + sizeof(struct node);
    printf("%d\n", ((struct node *)v)->value);
    v++;
    v--;
    long difference = &nodes[2] - &nodes[0];
    printf("%ld %d\n", difference, &nodes[0] + difference == &nodes[2]);
    char text[] = "pointer", *start = text, *end = text + strlen(text);
    while (start < end) {
        char c = *start;
        *start++ = *--end;
        *end = c;
    }
    printf("%s\n", text);
    const char *const words[] = {"x", "yy", "zzz", NULL};
    int total = 0;
    for (const char *const *w = words; *w; w++)
        total += strlen(*w);
    int (*matrix)[3] = malloc(2 * sizeof *matrix);
    for (int i = 0; i < 6; i++)
        matrix[i / 3][i % 3] = i;
    printf("%d %d\n", matrix[1][2], matrix[0][0]);
    free(matrix);
    int local = 3, *alias = &local;
    int **handle = &alias;
    **handle = 4;
    alias = &total;
    return *alias + local;
}
