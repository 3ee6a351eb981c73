// verdict: safe
// except: cseq large
/* search.h: tables and trees. */
#define _GNU_SOURCE
#include <assert.h>
#include <inttypes.h>
#include <search.h>
#include <stddef.h>

static int compare(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

static void nothing(void *key)
{
    (void)key;
}

int main(void)
{
    static int keys[] = {2, 1, 3}, array[4] = {5, 6};
    size_t count = 2;
    void *root = NULL;
    ENTRY entry = {"key", keys};
    imaxdiv_t parts = imaxdiv(7, 2);

    assert(hcreate(4) && hsearch(entry, ENTER) != NULL);
    assert(hsearch(entry, FIND)->data == keys);
    hdestroy();
    for (int i = 0; i < 3; i++)
        assert(**(int **)tsearch(&keys[i], &root, compare) == keys[i]);
    assert(tdelete(&keys[0], &root, compare) != NULL);
    assert(tfind(&keys[0], &root, compare) == NULL && tfind(&keys[2], &root, compare) != NULL);
    tdestroy(root, nothing);
    assert(lfind(&array[1], array, &count, sizeof(int), compare) == &array[1]);
    assert(lsearch(&keys[1], array, &count, sizeof(int), compare) == &array[2] && count == 3);
    assert(parts.quot == 3 && parts.rem == 1);
}
