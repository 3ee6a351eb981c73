// verdict: out-of-bounds
/* As in far_pointer.c, in a type that is wider than what went below zero. */
#include <stddef.h>

static int first[16], second[16];

int main(void)
{
    unsigned begin = 5, end = 3;
    size_t length = end - begin;
    int *last = &first[8];

    last += length;
    *last = 1; // here
    return second[0];
}
