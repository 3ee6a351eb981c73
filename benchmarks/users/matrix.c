/* Matrix multiplication, workers take the next row. BUG: a row is taken without the lock, so two can take the same. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define N 6
#define WORKERS 3

typedef int matrix[N][N];

static matrix a, b, product;
static int next_row;
static pthread_mutex_t row_lock = PTHREAD_MUTEX_INITIALIZER;

static int take_row(void)
{
    int row;

#ifdef BUG
    row = next_row;
    next_row++;
#else
    pthread_mutex_lock(&row_lock);
    row = next_row++;
    pthread_mutex_unlock(&row_lock);
#endif
    return row;
}

static void *multiply(void *arg)
{
    int *rows = arg;
    int row;

    while ((row = take_row()) < N) {
        for (int col = 0; col < N; col++)
            for (int k = 0; k < N; k++)
                product[row][col] += a[row][k] * b[k][col];
        ++*rows;
    }
    return NULL;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i == j ? 2 : 0;
        }
    }
    memset(product, 0, sizeof product);
}

static void print_matrix(const char *name, matrix m)
{
    printf("%s:\n", name);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf(" %3d", m[i][j]);
        printf("\n");
    }
}

int main(void)
{
    pthread_t threads[WORKERS];
    int rows[WORKERS] = {0}, rows_done = 0;

    fill();
    for (int i = 0; i < WORKERS; i++) {
        int error = pthread_create(&threads[i], NULL, multiply, &rows[i]);
        if (error) {
            fprintf(stderr, "pthread_create: %s\n", strerror(error));
            return 1;
        }
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
        rows_done += rows[i];
    }
    print_matrix("product", product);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert(product[i][j] == 2 * a[i][j]);
    assert(rows_done == N);
    return 0;
}
