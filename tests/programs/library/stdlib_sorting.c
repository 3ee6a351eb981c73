// verdict: safe
/* Sorting and searching. */
#include <assert.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

int main(void)
{
    int numbers[5] = {3, 1, 2, 5, 4}, key = 4, missing = 7;

    qsort(numbers, 5, sizeof *numbers, compare);
    for (int i = 0; i < 5; i++)
        assert(numbers[i] == i + 1);
    assert(bsearch(&key, numbers, 5, sizeof *numbers, compare) == &numbers[3]);
    assert(bsearch(&missing, numbers, 5, sizeof *numbers, compare) == NULL);
    qsort(numbers, 0, sizeof *numbers, compare);
}
