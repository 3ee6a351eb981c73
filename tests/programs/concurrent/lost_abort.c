// verdict: safe  bounds: lost=1
/* Nobody asks what is left behind by abort. */
#include <stdlib.h>

int main(void) {
    malloc(4);
    abort();
}
