// verdict: safe  bounds: lost=1
/* A pointer into the middle of an object, or just behind it, is enough to keep track of it. */
#include <stdlib.h>

char *middle, *behind;

int main(void) {
    middle = (char *)malloc(8) + 3;
    behind = (char *)malloc(4) + 4;
    return 0;
}
