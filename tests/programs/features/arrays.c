/* Arrays: multi-dimensional, of structs, of pointers, pointer arithmetic, decay. */
#include <stdio.h>

static int matrix[3][4] = {{1, 2, 3, 4}, {5, 6}, {9, 10, 11}};
static int flat[2][2][2] = {1, 2, 3, 4, 5, 6, 7, 8};
static int partial[10] = {1, 2, 3};

static int sum(int *a, int n) {
    int s = 0;
    while (n--)
        s += *a++;
    return s;
}

static int trace(int m[][4], int n) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static int corner(int (*m)[4]) { return m[2][3] + (*m)[0] + *m[1] + *(*(m + 2) + 1); }
static int last(int a[static 3]) { return a[2]; }

int main(void) {
    printf("%d %d %d\n", sum(matrix[0], 4), sum(matrix[1], 4), sum(&matrix[0][0], 12));
    printf("%d %d %d\n", trace(matrix, 3), corner(matrix), last(matrix[2]));
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                printf("%d ", flat[i][j][k] * 100 + i * 10 + j);
    printf("\n%zu %zu %zu %zu\n", sizeof matrix, sizeof matrix[0], sizeof matrix[0][0], sizeof flat);
    printf("%d\n", sum(partial, 10));

    int a[5] = {10, 20, 30, 40, 50};
    int *p = a + 1, *q = &a[4];
    printf("%td %d %d %d\n", q - p, *p, p[2], q[-1]);
    printf("%d %d %d\n", p < q, p + 3 == q, q >= a + 5);
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d ", ++*p);
    printf("%d\n", (*p)--);
    printf("%d %d\n", *p, a[2]);
    p += 2;
    p -= 1;
    printf("%d %td\n", *p, p - a);
    printf("%d %d\n", 3[a], *(2 + a));

    int (*row)[4] = matrix;
    row++;
    printf("%d %d\n", (*row)[0], row[1][2]);
    int (*whole)[3][4] = &matrix;
    (*whole)[1][3] = 8;
    printf("%d %td\n", matrix[1][3], (char *)(whole + 1) - (char *)whole);

    int *rows[3] = {matrix[2], matrix[1], matrix[0]};
    printf("%d %d\n", rows[0][0], *rows[2]);
    int **pp = rows;
    printf("%d ", pp[1][1]);
    printf("%d\n", **++pp);

    char text[2][3][4] = {{"abc", "def"}, {[2] = "xyz"}};
    printf("%s %s %d %s\n", text[0][0], text[0][1], text[1][0][0], text[1][2]);
    const int zeroes[4] = {0};
    int copy[4];
    for (int i = 0; i < 4; i++)
        copy[i] = zeroes[i] + i * i;
    for (int *r = copy; r != copy + 4; r++)
        printf("%d ", *r);
    printf("\n");
    struct pair {
        int x, y;
    } pairs[] = {{1, 2}, {3, 4}, {5}};
    struct pair *end = pairs + sizeof pairs / sizeof *pairs;
    int total = 0;
    for (struct pair *s = pairs; s < end; ++s)
        total += s->x * s->y;
    return total;
}
