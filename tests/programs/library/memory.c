// verdict: safe
// except: cseq large
/* Allocation: contents are kept, cleared, moved. */
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *numbers = malloc(2 * sizeof *numbers);
    numbers[0] = 1;
    numbers[1] = 2;
    numbers = realloc(numbers, 4 * sizeof *numbers);
    assert(numbers[0] == 1 && numbers[1] == 2);
    numbers[3] = 4;
    numbers = realloc(numbers, sizeof *numbers);
    assert(numbers[0] == 1);
    numbers = reallocarray(numbers, 3, sizeof *numbers);
    assert(numbers[0] == 1);
    free(numbers);
    free(NULL);

    char *zeros = calloc(3, 2);
    for (int i = 0; i < 6; i++)
        assert(zeros[i] == 0);
    free(zeros);

    volatile size_t huge = SIZE_MAX;
    assert(malloc(huge) == NULL && errno == ENOMEM);
    errno = 0;
    assert(calloc(huge / 2, 3) == NULL && errno == ENOMEM);

    void *aligned;
    assert(posix_memalign(&aligned, 3, 8) == EINVAL);
    assert(posix_memalign(&aligned, 64, 8) == 0);
    memset(aligned, 1, 8);
    assert(malloc_usable_size(aligned) >= 8);
    free(aligned);
    aligned = aligned_alloc(16, 32);
    memset(aligned, 1, 32);
    free(aligned);

    char *copy = strdup("text"), *part = strndup("text", 2);
    assert(strcmp(copy, "text") == 0 && strcmp(part, "te") == 0);
    free(copy);
    free(part);
    char *made = realloc(NULL, 1);
    *made = 'x';
    free(made);
}
