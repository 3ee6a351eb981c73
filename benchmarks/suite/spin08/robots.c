/*
 * SPIN 2008, figure 10: two robots walk over an N times N board, one row by row, the other column by column, one
 * field at a time. They meet only where their paths cross; at any moment at most one field holds both. BAD expects
 * that they never meet.
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static int board[N][N];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int meetings;

static void move(int from_row, int from_column, int row, int column) {
    pthread_mutex_lock(&lock);
    if (from_row >= 0)
        board[from_row][from_column]--;
    board[row][column]++;
    assert(board[row][column] <= 2);
    if (board[row][column] == 2)
        meetings++;
#ifdef BAD
    assert(meetings == 0);
#endif
    pthread_mutex_unlock(&lock);
}

static void *by_rows(void *unused) {
    int row = -1, column = -1;
    for (int i = 0; i < N * N; i++) {
        move(row, column, i / N, i % N);
        row = i / N;
        column = i % N;
    }
    return NULL;
}

static void *by_columns(void *unused) {
    int row = -1, column = -1;
    for (int i = 0; i < N * N; i++) {
        move(row, column, N - 1 - i % N, i / N);
        row = N - 1 - i % N;
        column = i / N;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, by_rows, NULL);
    pthread_create(&b, NULL, by_columns, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(meetings <= N * N);
    return 0;
}
