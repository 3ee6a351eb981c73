// verdict: safe
/* realloc takes the contents along, also those that nobody has determined. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    _Bool *block = malloc(2), kept[2];
    if (!block)
        return 0;
    block[1] = 1;
    memcpy(kept, block, 2);
    block = realloc(block, 4);
    if (!block)
        return 0;
    block[2] = 0;
    assert(block[0] == kept[0] && block[1]);
    free(block);
    return 0;
}
