/* Variable-length arrays and alloca: sizes, loops, two dimensions, parameters. */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int sum(int n, int a[n]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static int corner(int rows, int columns, int (*m)[columns]) { return m[rows - 1][columns - 1]; }

static int triangle(int n) {
    int rows[n];
    rows[0] = n;
    if (n == 1)
        return rows[0];
    int below = triangle(n - 1);
    return below + rows[0];
}

static char *reverse(char *s) {
    size_t n = strlen(s);
    char *copy = alloca(n + 1);
    strcpy(copy, s);
    for (size_t i = 0; i < n; i++)
        s[i] = copy[n - 1 - i];
    return s;
}

int main(void) {
    int n = 4;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    printf("%d %zu %zu\n", sum(n, a), sizeof a, sizeof a / sizeof *a);
    n = 7;
    printf("%zu\n", sizeof a);
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%d\n", trace(3, m));
    int rows = 2, columns = 5;
    int grid[rows][columns];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            grid[i][j] = i * 10 + j;
    printf("%d %zu %zu\n", corner(rows, columns, grid), sizeof grid, sizeof grid[0]);
    int(*p)[columns] = grid;
    p++;
    printf("%d %td\n", (*p)[2], &grid[1][0] - &grid[0][0]);
    long total = 0;
    for (int size = 1; size < 6; size++) {
        long square[size * size];
        for (int i = 0; i < size * size; i++)
            square[i] = i;
        total += square[size * size - 1] + sizeof square;
    }
    printf("%ld\n", total);
    printf("%d\n", triangle(10));
    char word[] = "variable";
    printf("%s\n", reverse(word));
    int k = 4;
    int sized[k][2];
    k++;
    printf("%zu %d\n", sizeof sized, k);
    typedef short row[k];
    k = 100;
    row r;
    printf("%zu\n", sizeof r);
    int *dynamic = __builtin_alloca(3 * sizeof(int));
    dynamic[2] = 21;
    goto skip;
skip:;
    return dynamic[2];
}
