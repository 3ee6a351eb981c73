/* Bit-fields: signed and unsigned, wrap-around, compound assignment, neighbours untouched. */
#include <stdio.h>

struct flags {
    unsigned a : 1;
    unsigned b : 3;
    int c : 4;
    unsigned long long d : 40;
    signed e : 1;
    unsigned : 3;
    unsigned f : 5;
    unsigned : 0;
    unsigned char g : 2;
    short h : 9;
};

struct mixed {
    char head;
    int field : 20;
    char tail;
    long wide : 33;
    _Bool flag : 1;
};

static void show(const struct flags *f) {
    printf("%u %u %d %llu %d %u %d %d\n", f->a, f->b, f->c, (unsigned long long)f->d, f->e, f->f, f->g, f->h);
}

static struct flags global = {1, 7, -8, 0xffffffffff, -1, 31, 3, -256};

int main(void) {
    struct flags f = {0};
    show(&f);
    show(&global);
    f.a = 3;
    f.b = 9;
    f.c = 7;
    f.d = 1ull << 39;
    f.e = 1;
    f.f = 33;
    f.g = 6;
    f.h = 255;
    show(&f);
    f.b++;
    f.b += 10;
    f.c++;
    f.c -= 2;
    f.d--;
    f.f <<= 3;
    f.h *= 2;
    f.a ^= 1;
    show(&f);
    printf("%d ", f.b++);
    printf("%d ", --f.c);
    printf("%d\n", f.a = 5);
    show(&f);
    f = global;
    f.c = 0;
    show(&f);
    int chained = f.b = 12;
    printf("%d %d\n", chained, f.b);
    printf("%zu %zu\n", sizeof(struct flags), sizeof(struct mixed));
    struct mixed m = {'h', -5, 't', -4000000000, 2};
    printf("%c %d %c %ld %d\n", m.head, m.field, m.tail, (long)m.wide, m.flag);
    m.field = 0x7ffff;
    m.field++;
    m.wide >>= 2;
    printf("%c %d %c %ld %d\n", m.head, m.field, m.tail, (long)m.wide, m.flag);
    struct mixed array[2] = {m, {.wide = 5, .field = -1}};
    array[1].wide += array[0].field;
    printf("%ld\n", (long)array[1].wide);
    const struct flags constant = {.b = 5};
    if (constant.b == 5 && !constant.e)
        return constant.b;
    return 1;
}
