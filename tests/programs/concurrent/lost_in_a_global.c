// verdict: safe  bounds: lost=1
/* Not freed, but a global still points to it when main has returned. */
#include <stdlib.h>

int *kept;

int main(void) {
    kept = malloc(4);
    return 0;
}
