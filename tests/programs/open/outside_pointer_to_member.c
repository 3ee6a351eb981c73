// verdict: safe
// A pointer to a member leads to that member, and a pointer into an array to that array, wherever they were kept.
#include <assert.h>

struct inner {
    int first, second;
};

struct outer {
    int before;
    struct inner pair[2];
    int row[3];
    int after;
};

void writes(int *place);
void writes_pair(struct inner *place);

static struct outer object = {1, {{2, 3}, {4, 5}}, {6, 7, 8}, 9};

static void hands_on(int *place)
{
    writes(place);
}

int main(void)
{
    int *member = &object.pair[0].first;
    writes(member);
    hands_on(&object.row[1]);
    assert(object.before == 1 && object.pair[0].second == 3 && object.pair[1].first == 4);
    assert(object.row[0] == 6 && object.after == 9);
    struct inner *last = &object.pair[1];
    writes_pair(last);
    assert(object.pair[0].second == 3 && object.row[0] == 6);
    return 0;
}
