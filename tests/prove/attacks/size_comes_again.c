// reach,memory
/* Memory that was freed is given out again, also where its size is not known. */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    char *old = malloc(argc);
    if (old == NULL) return 1;
    free(old); // unsafe
    char *new = malloc(argc);
    if (new == NULL) return 1;
    assert(new != old);
    return 0;
}
