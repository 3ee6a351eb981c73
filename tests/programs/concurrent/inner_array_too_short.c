// verdict: out-of-bounds
/* What comes last in an element, a variable or a member in the middle ends there: the next object begins behind it. */
struct row {
    int length;
    int items[2];
};

struct table {
    struct row first, second;
    struct row rows[2];
};

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    struct table table = {{0}}, *pointer = &table;
    struct row rows[2] = {{0}};
    volatile int behind = 2;

    switch (__VERIFIER_nondet_uchar()) {
    case 0:
        return rows[0].items[behind]; // here
    case 1:
        return table.first.items[behind]; // here
    case 2:
        return pointer->second.items[behind]; // here
    case 3:
        return pointer->rows[0].items[behind]; // here
    }
    return 0;
}
