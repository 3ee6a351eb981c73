/* Structs: nesting, assignment, arrays inside, self reference, passing by pointer. */
#include <stdio.h>
#include <stdlib.h>

struct point {
    int x, y;
};

struct rectangle {
    struct point top_left, bottom_right;
    const char *name;
};

struct node {
    int value;
    struct node *next;
};

struct polygon {
    unsigned count;
    struct point points[4];
    struct {
        char colour;
        short weight[2];
    } style;
};

typedef struct tree tree;
struct tree {
    int key;
    tree *left, *right;
};

static int area(const struct rectangle *r) {
    return (r->bottom_right.x - r->top_left.x) * (r->bottom_right.y - r->top_left.y);
}

static tree *insert(tree *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        *t = (tree){key, NULL, NULL};
    } else if (key < t->key)
        t->left = insert(t->left, key);
    else
        t->right = insert(t->right, key);
    return t;
}

static int print(tree *t, int depth) {
    if (!t)
        return 0;
    int left = print(t->left, depth + 1);
    printf("%d@%d ", t->key, depth);
    return left + 1 + print(t->right, depth + 1);
}

static void destroy(tree *t) {
    if (t) {
        destroy(t->left);
        destroy(t->right);
        free(t);
    }
}

int main(void) {
    struct rectangle r = {{1, 2}, {11, 7}, "box"}, s;
    s = r;
    s.top_left.x = 6;
    s.name = "other";
    printf("%s %d %s %d\n", r.name, area(&r), s.name, area(&s));
    struct point *p = &s.bottom_right;
    p->x++;
    (*p).y += 3;
    printf("%d %d\n", s.bottom_right.x, s.bottom_right.y);
    r.top_left = *p;
    printf("%d %d\n", r.top_left.x, r.top_left.y);

    struct polygon poly = {3, {{0, 0}, {3, 0}, {0, 4}}, {'r', {1, 2}}}, other = poly;
    other.points[1].x = 30;
    other.style.weight[1] = -5;
    printf("%d %d %d %c\n", poly.points[1].x, other.points[1].x, poly.style.weight[1] + other.style.weight[1], other.style.colour);
    poly.points[3] = poly.points[2];
    printf("%d %u\n", poly.points[3].y, poly.count);

    struct node *list = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i * i;
        n->next = list;
        list = n;
    }
    int sum = 0;
    for (struct node **link = &list; *link;) {
        if ((*link)->value % 2) {
            struct node *dead = *link;
            *link = dead->next;
            free(dead);
        } else {
            sum += (*link)->value;
            link = &(*link)->next;
        }
    }
    printf("%d\n", sum);
    while (list) {
        struct node *next = list->next;
        printf("%d ", list->value);
        free(list);
        list = next;
    }
    printf("\n");
    int keys[] = {5, 2, 8, 1, 9, 3};
    tree *t = NULL;
    for (int i = 0; i < 6; i++)
        t = insert(t, keys[i]);
    int n = print(t, 0);
    printf("\n");
    destroy(t);
    return n;
}
