/* search.h: tables that are searched one after the other, trees that nobody balances. Their shape is not to be seen. */
#include <search.h>
#include <smtcb.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ENTRIES = 64 };

static ENTRY entries[MOST_ENTRIES];
static size_t entry_count, entry_limit;

int hcreate(size_t count)
{
    entry_count = 0;
    entry_limit = count;
    return 1;
}

void hdestroy(void)
{
    entry_count = 0;
    entry_limit = 0;
}

/* glibc has room for a few more than were asked for; who needs them is not judged. */
ENTRY *hsearch(ENTRY item, ACTION action)
{
    size_t i;

    for (i = 0; i < entry_count; i++)
        if (strcmp(entries[i].key, item.key) == 0)
            return &entries[i];
    if (action == FIND)
        return NULL;
    if (entry_count >= entry_limit || entry_count >= MOST_ENTRIES)
        __smtcb_unsupported("hsearch with more entries than hcreate was asked for, or more than 64");
    entries[entry_count] = item;
    return &entries[entry_count++];
}

struct node {
    const void *key; /* first: a pointer to a node is one to its key */
    struct node *left;
    struct node *right;
};

/* The place that holds the node with this key, or would hold it. */
static struct node **place_of(const void *key, struct node **place, int (*compare)(const void *, const void *))
{
    while (*place != NULL) {
        int order = compare(key, (*place)->key);

        if (order == 0)
            return place;
        place = order < 0 ? &(*place)->left : &(*place)->right;
    }
    return place;
}

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *))
{
    struct node **place;

    if (root == NULL)
        return NULL;
    place = place_of(key, (struct node **)root, compare);
    if (*place == NULL) {
        *place = calloc(1, sizeof(struct node));
        if (*place != NULL)
            (*place)->key = key;
    }
    return *place;
}

void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *))
{
    return root == NULL ? NULL : *place_of(key, (struct node **)root, compare);
}

/* Gives the parent of the node that is deleted; for a root, something that is not null. */
void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *))
{
    struct node **place = (struct node **)root, *deleted, *parent = (struct node *)root;

    if (root == NULL)
        return NULL;
    while (*place != NULL) {
        int order = compare(key, (*place)->key);

        if (order == 0)
            break;
        parent = *place;
        place = order < 0 ? &parent->left : &parent->right;
    }
    deleted = *place;
    if (deleted == NULL)
        return NULL;
    if (deleted->right == NULL) {
        *place = deleted->left;
    } else {
        struct node **next = &deleted->right;
        struct node *smallest;

        while ((*next)->left != NULL)
            next = &(*next)->left;
        smallest = *next;
        *next = smallest->right;
        smallest->left = deleted->left;
        smallest->right = deleted->right;
        *place = smallest;
    }
    free(deleted);
    return parent;
}

void twalk(const void *root, void (*action)(const void *, VISIT, int))
{
    (void)root;
    (void)action;
    __smtcb_unsupported("twalk, which shows the shape of a tree");
}

void tdestroy(void *root, void (*release)(void *))
{
    struct node *node = root;

    if (node == NULL)
        return;
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}

void *lfind(const void *key, const void *base, size_t *count, size_t size, int (*compare)(const void *, const void *))
{
    const char *element = base;
    size_t i;

    for (i = 0; i < *count; i++, element += size)
        if (compare(key, element) == 0)
            return (void *)element;
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *))
{
    void *found = lfind(key, base, count, size, compare);

    if (found == NULL)
        found = memcpy((char *)base + (*count)++ * size, key, size);
    return found;
}
