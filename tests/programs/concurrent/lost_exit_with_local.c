// verdict: safe  bounds: lost=1
/* Where exit is called, the variables of all callers live, whether or not they would be used again. */
#include <stdlib.h>

static void leave(int *given) {
    exit(0);
}

int main(void) {
    int *mine = malloc(4);
    leave(malloc(8));
    return 0;
}
