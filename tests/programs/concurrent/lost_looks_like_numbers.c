// verdict: lost-memory
/* Numbers are no addresses, whatever they are. */
#include <stdlib.h>

int numbers[64];

int main(void) {
    for (int i = 0; i < 64; i++)
        numbers[i] = 4 * i;
    int *mine = malloc(4);  // here
    return mine == 0;
}
