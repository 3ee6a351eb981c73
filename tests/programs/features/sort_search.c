/* qsort and bsearch with comparison functions; own sorts beside them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char name[8];
    int age;
};

static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int descending(const void *a, const void *b) { return by_int(b, a); }
static int by_name(const void *a, const void *b) {
    return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}
static int by_age(const void *a, const void *b) {
    const struct person *x = a, *y = b;
    return x->age - y->age;
}
static int by_pointer(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void bubble(int *a, int n) {
    for (int swapped = 1; swapped && n-- > 0;) {
        swapped = 0;
        for (int i = 0; i < n; i++)
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1], a[i + 1] = t;
                swapped = 1;
            }
    }
}

static void quick(int *low, int *high) {
    if (high - low < 2)
        return;
    int pivot = *low, *i = low, *j = high;
    while (1) {
        while (*++i < pivot && i < high - 1)
            ;
        while (*--j > pivot)
            ;
        if (i >= j)
            break;
        int t = *i;
        *i = *j;
        *j = t;
    }
    *low = *j;
    *j = pivot;
    quick(low, j);
    quick(j + 1, high);
}

static void show(const int *a, int n) {
    for (int i = 0; i < n; i++)
        printf("%d%c", a[i], i + 1 < n ? ' ' : '\n');
}

int main(void) {
    int a[] = {5, -2, 9, 0, 7, -8, 3, 5, 1}, b[9], c[9];
    int n = sizeof a / sizeof *a;
    memcpy(b, a, sizeof a);
    memcpy(c, a, sizeof a);
    qsort(a, n, sizeof *a, by_int);
    show(a, n);
    bubble(b, n);
    quick(c, c + n);
    printf("%d %d\n", memcmp(a, b, sizeof a), memcmp(a, c, sizeof a));
    int key = 7, missing = 4;
    int *found = bsearch(&key, a, n, sizeof *a, by_int);
    printf("%td %d\n", found - a, bsearch(&missing, a, n, sizeof *a, by_int) == NULL);
    qsort(a, n, sizeof *a, descending);
    show(a, n);
    struct person people[] = {{"mia", 30}, {"bob", 25}, {"zoe", 41}, {"ann", 19}};
    qsort(people, 4, sizeof people[0], by_name);
    for (int i = 0; i < 4; i++)
        printf("%s%d ", people[i].name, people[i].age);
    qsort(people, 4, sizeof people[0], by_age);
    for (int i = 0; i < 4; i++)
        printf("%s%d ", people[i].name, people[i].age);
    printf("\n");
    const char *words[] = {"pear", "apple", "fig"};
    qsort(words, 3, sizeof *words, by_pointer);
    printf("%s %s %s\n", words[0], words[1], words[2]);
    qsort(a, 1, sizeof *a, by_int);
    qsort(a, 0, sizeof *a, by_int);
    return people[3].age;
}
