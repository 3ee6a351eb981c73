// verdict: lost-memory
/* Exit finds the variables of main alive, but not those of a block that has ended. */
#include <stdlib.h>

int main(void) {
    {
        int *mine = malloc(4);  // here
        *mine = 1;
    }
    exit(0);
}
