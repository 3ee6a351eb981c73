// verdict: safe  bounds: lost=1
/* An integer that is as wide as a pointer and holds the address keeps track of it as well. */
#include <stdint.h>
#include <stdlib.h>

uintptr_t kept;

int main(void) {
    kept = (uintptr_t)malloc(4);
    return 0;
}
