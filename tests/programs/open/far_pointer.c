// verdict: out-of-bounds
/* Below zero, an unsigned number is just less than 2^32: the sum is not in the neighbour, but far from everything. */
static char first[64], second[64];

static void mark(unsigned begin, unsigned end, char *buffer)
{
    unsigned length = end - begin;
    char *last = buffer + 16 + length;

    *last = 1; // here
}

int main(void)
{
    mark(4, 2, first);
    return second[0];
}
