// verdict: lost-memory
/* The only pointer to the first object is overwritten. */
#include <stdlib.h>

int *kept;

int main(void) {
    kept = malloc(4);  // here
    kept = malloc(8);
    return 0;
}
