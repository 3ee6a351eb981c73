// verdict: safe
/* A structure with an array in it is copied as a whole; parts of it are read from different copies. */
#include <assert.h>

struct row { _Bool cells[3]; };

int main(void) {
    struct row rows[2], other;
    rows[1] = rows[0];
    other = rows[1];
    rows[1].cells[2] = 0;
    for (int i = 0; i < 2; i++)
        assert(rows[0].cells[i] == rows[1].cells[i]);
    assert(other.cells[2] == rows[0].cells[2]);
    return 0;
}
