// verdict: out-of-bounds
/* The index is so negative that the address belongs to another object. */
#include <limits.h>

long first[4], second[4], third[4], fourth[4], fifth[4], sixth[4], seventh[4], eighth[4], ninth[4];
volatile int index = INT_MIN;

int main(void)
{
    first[0] = second[0] = third[0] = fourth[0] = 1;
    sixth[0] = seventh[0] = eighth[0] = ninth[0] = 1;
    fifth[index] = 2; // here
    return 0;
}
