/* Name spaces and scopes: tags, members, labels and ordinary names that are spelled alike. */
#include <stdio.h>

struct name {
    int name;
    struct inner {
        int name;
    } inner;
};
typedef int number;
int value = 1;
struct value {
    int value;
};

static int function(int value) {
    {
        int value = 30;
        {
            extern int value;
            return value;
        }
    }
}
static int parameter(int number) { return number + 1; }
static int tag_scope(void) {
    struct name {
        char c[3];
    };
    int outer_size = sizeof(struct name);
    {
        struct name;
        struct name {
            char c[9];
        };
        outer_size = outer_size * 100 + sizeof(struct name);
    }
    return outer_size;
}
static int prototype_scope(struct value { int x; } *p);
static int loop_scope(void) {
    int i = 100, sum = 0;
    for (int i = 0; i < 3; i++) {
        int i = 10;
        sum += i++;
    }
    return sum + i;
}
static int for_declares(void) {
    int n = 0;
    for (struct { int a, b; } s = {0, 10}; s.a < s.b; s.a += 3, s.b--)
        n++;
    return n;
}
static int self_size(void) {
    int n = sizeof n;
    char *c[sizeof(n) == 4 ? 3 : 1];
    return n * 10 + (int)(sizeof c / sizeof *c);
}
static int label_names(void) {
    int name = 3;
    goto name;
    name = 100;
name:
    return name;
}

int main(void) {
    struct name name = {.name = 1, .inner = {.name = 2}};
    struct inner inner = name.inner;
    printf("%d %d %d\n", name.name, name.inner.name, inner.name);
    printf("%d %d\n", function(5), parameter(6));
    printf("%d %d %d\n", tag_scope(), loop_scope(), for_declares());
    printf("%d %d\n", self_size(), label_names());
    struct value s = {value};
    int value = s.value + 5;
    printf("%d\n", value);
    number n = 4;
    {
        int number = 5;
        n += number;
        enum { value = 50 };
        n += value;
    }
    typedef char text[number_of_letters()];
    return n;
}
int number_of_letters(void) { return 4; }
