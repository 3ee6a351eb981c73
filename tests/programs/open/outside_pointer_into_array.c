// verdict: assertion
// A pointer into an array leads to the elements behind it, too.
#include <assert.h>

struct outer {
    int row[3];
    int after;
};

void writes(int *place);

static struct outer object = {{6, 7, 8}, 9};

int main(void)
{
    int *place = &object.row[1];
    writes(place);
    assert(object.row[0] == 6 && object.after == 9);
    assert(object.row[2] == 8); // here
    return 0;
}
