/* Designated and nested initialisers, brace elision, strings, overriding. */
#include <stdio.h>

struct point {
    int x, y;
};
struct shape {
    char kind;
    struct point corners[3];
    struct {
        int r, g, b;
    } colour;
    const char *label;
};
union value {
    int i;
    struct point p;
    char text[12];
};

static struct shape shapes[] = {
    {'t', {{1, 2}, {3, 4}}, {255, 0, 128}, "triangle"},
    [2] = {.label = "square", .corners[1].y = 9, .corners = {[2] = {7, 8}}, .colour.g = 3},
    {'l', 1, 2, 3, 4, 5, 6, 7, 8, 9, "line"},
};
static int sparse[] = {[5] = 50, 60, [1] = 10, 20, [5] = 55};
static int ranges[10] = {[0 ... 3] = 1, [4 ... 6] = 2, [8] = 9};
static int matrix[][3] = {{1}, {[1] = 5}, 7, 8, 9, {.0 < 1}};
static union value values[] = {5, {.p = {1, 2}}, {.text = "union"}, {.p.y = 6}};
static const char *words[] = {[2] = "two", [0] = "zero"};
static struct point grid[2][2] = {[1][0] = {1, 2}, [0][1].y = 7};
static struct {
    char name[8];
    int id;
} people[] = {{"ann", 1}, "bob", 2, {{'c', 'y'}, 3}};
static int from_address = sizeof shapes / sizeof shapes[0];
static struct point *inside = &grid[1][0];
static int *element = &sparse[6];
static char *middle = people[1].name + 1;

int main(void) {
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct shape *s = &shapes[i];
        printf("%d", s->kind);
        for (int j = 0; j < 3; j++)
            printf(" %d,%d", s->corners[j].x, s->corners[j].y);
        printf(" %d %d %d %s\n", s->colour.r, s->colour.g, s->colour.b, s->label ? s->label : "none");
    }
    for (unsigned i = 0; i < sizeof sparse / sizeof *sparse; i++)
        printf("%d ", sparse[i]);
    printf("\n");
    for (int i = 0; i < 10; i++)
        printf("%d ", ranges[i]);
    printf("\n");
    for (unsigned i = 0; i < sizeof matrix / sizeof *matrix; i++)
        printf("%d%d%d ", matrix[i][0], matrix[i][1], matrix[i][2]);
    printf("\n%d %d %d %s %d %d\n", values[0].i, values[1].p.x, values[1].p.y, values[2].text, values[3].p.x, values[3].p.y);
    printf("%s %d %s %zu\n", words[0], words[1] == 0, words[2], sizeof words / sizeof words[0]);
    printf("%d %d %d\n", grid[1][0].y, grid[0][1].y, grid[1][1].x);
    for (int i = 0; i < 3; i++)
        printf("%s%d ", people[i].name, people[i].id);
    printf("\n%d %d %d %s\n", from_address, inside->x, *element, middle);

    int n = 3;
    struct point local[3] = {{n, n * 2}, [2].x = n + 1};
    printf("%d %d %d %d %d\n", local[0].y, local[1].x, local[2].x, local[2].y, n);
    struct shape from = {.colour = {1, 2, 3}, .kind = 'k'}, nested = {.colour = from.colour, .colour.b = 30};
    printf("%d %d %d\n", nested.colour.r, nested.colour.g, nested.colour.b);
    struct point p = {5, 6}, array[2] = {p, {.y = p.x}};
    printf("%d %d %d %d\n", array[0].x, array[0].y, array[1].x, array[1].y);
    int scalar = {7}, *braces = {&scalar};
    char letters[] = {'a', 'b', '\0'}, braced[] = {"xyz"};
    printf("%d %s %s %zu\n", *braces, letters, braced, sizeof braced);
    struct point empty = {}, zeroes[2] = {{0}};
    return empty.x + zeroes[1].y + (int)(sizeof sparse / sizeof(int));
}
