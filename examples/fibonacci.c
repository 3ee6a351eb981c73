/* Two threads add each other's number to their own, N times each. How large can the numbers get?
   Only one interleaving in many reaches the Fibonacci number that the assertion denies. Try -DN=3, N=4, ... */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

#define FIBONACCI_2N_2 (N == 1 ? 3 : N == 2 ? 8 : N == 3 ? 21 : N == 4 ? 55 : N == 5 ? 144 : 377)

int i = 1, j = 1;

void *add_j_to_i(void *unused)
{
    for (int k = 0; k < N; k++)
        i += j;
    return unused;
}

void *add_i_to_j(void *unused)
{
    for (int k = 0; k < N; k++)
        j += i;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, add_j_to_i, NULL);
    pthread_create(&second, NULL, add_i_to_j, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(i < FIBONACCI_2N_2 && j < FIBONACCI_2N_2);
    return 0;
}
