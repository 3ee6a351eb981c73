/* Anonymous structs and unions, nested several deep. */
#include <stddef.h>
#include <stdio.h>

struct event {
    int kind;
    union {
        struct {
            int x, y;
        };
        struct {
            char key;
            unsigned char modifiers;
        };
        double amount;
        struct {
            union {
                short deep;
                char shallow[2];
            };
            int after;
        } named;
    };
    struct {
        unsigned urgent : 1;
        unsigned level : 3;
    };
};

struct outer {
    char head;
    struct inner {
        int first;
        struct {
            long second;
        };
    } in;
    union {
        int tail;
        char tail_bytes[4];
    };
};

int main(void) {
    struct event e = {1, {{10, 20}}, {1, 5}};
    printf("%d %d %d %u %u\n", e.kind, e.x, e.y, e.urgent, e.level);
    e.key = 'k';
    e.modifiers = 7;
    printf("%d\n", e.x == ('k' | 7 << 8));
    e.amount = 0.5;
    printf("%d %#x\n", e.x, e.y);
    e.named.deep = 0x4142;
    e.named.after = 3;
    printf("%c%c %d\n", e.named.shallow[0], e.named.shallow[1], e.y);
    struct event f = {.kind = 2, .y = 9, .level = 6};
    printf("%d %d %d %d\n", f.kind, f.x, f.y, f.level);
    struct event g = {.amount = 1.5, .urgent = 1};
    printf("%g %d %d\n", g.amount, g.kind, g.urgent);
    printf("%zu %zu %zu %zu %zu\n", offsetof(struct event, x), offsetof(struct event, y), offsetof(struct event, key),
           offsetof(struct event, modifiers), sizeof(struct event));
    printf("%zu %zu\n", offsetof(struct event, named.after), offsetof(struct event, named.shallow[1]));
    struct outer o = {'h', {1, {2}}, {3}};
    struct inner copy = o.in;
    printf("%c %d %ld %d %d\n", o.head, copy.first, copy.second, o.tail, o.tail_bytes[0]);
    printf("%zu %zu\n", sizeof o, offsetof(struct outer, tail_bytes));
    struct event *p = &e;
    p->x = -1;
    p->named.shallow[0] = 0;
    int *py = &p->y;
    *py = 55;
    return e.y;
}
