// verdict: lost-memory
/* Main's variables do not live any more when it has returned. */
#include <stdlib.h>

int main(void) {
    int *mine = malloc(4);  // here
    *mine = 1;
    return 0;
}
