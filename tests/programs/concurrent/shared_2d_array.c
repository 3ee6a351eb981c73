// verdict: assertion
/* Row sums of a matrix while a thread exchanges two elements of a row. */
#include <assert.h>
#include <pthread.h>

int matrix[2][2] = {{1, 2}, {3, 4}};

void *exchange(void *argument) {
    int(*row)[2] = argument;
    int t = (*row)[0];
    (*row)[0] = (*row)[1];
    (*row)[1] = t;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, exchange, &matrix[1]);
    assert(matrix[0][0] + matrix[0][1] == 3);
    assert(matrix[1][0] + matrix[1][1] == 7);  // here
    pthread_join(t, 0);
    return 0;
}
