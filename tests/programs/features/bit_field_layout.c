/* Where the bits of a bit-field lie: the bytes of structs whose fields are set one by one. */
#include <stdio.h>
#include <string.h>

#define BYTES(v) dump(#v, &v, sizeof v)

static void dump(const char *name, const void *p, unsigned long n) {
    const unsigned char *bytes = p;
    printf("%s:", name);
    for (unsigned long i = 0; i < n; i++)
        printf(" %02x", bytes[i]);
    printf("\n");
}

struct a { int i : 3; int j : 30; char c; };
struct b { char c; int i : 8; int j : 8; int k : 16; };
struct c { char c : 4; char d : 5; short s : 9; };
struct d { long long l : 40; int i : 20; int j : 20; };
struct e { short a : 10; int b : 20; short c : 10; };
struct __attribute__((packed)) f { char c : 3; int i : 30; short s : 7; long long l : 50; char t; };
struct g { unsigned a : 31; unsigned b : 1; unsigned c : 32; unsigned d : 1; };
struct h { char x; unsigned a : 4; unsigned : 3; unsigned b : 4; unsigned : 0; unsigned c : 4; };
union u { struct { unsigned a : 3, b : 7, c : 22; } bits; unsigned all; signed s : 5; };

int main(void) {
    struct a a;
    struct b b;
    struct c c;
    struct d d;
    struct e e;
    struct f f;
    struct g g;
    struct h h;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    memset(&c, 0, sizeof c);
    memset(&d, 0, sizeof d);
    memset(&e, 0, sizeof e);
    memset(&f, 0, sizeof f);
    memset(&g, 0, sizeof g);
    memset(&h, 0, sizeof h);
    a.i = -1;
    BYTES(a);
    a.j = -1;
    BYTES(a);
    a.c = 0x55;
    a.j = 0x12345678;
    BYTES(a);
    b.i = -2;
    b.j = 3;
    b.k = 0x1234;
    BYTES(b);
    c.c = 7;
    c.d = -3;
    c.s = 0xaa;
    BYTES(c);
    d.l = -1;
    d.i = 0x54321;
    d.j = 1;
    BYTES(d);
    e.a = -1;
    e.b = 0x2bcde;
    e.c = 0x155;
    BYTES(e);
    f.c = 1;
    f.i = 0x15555555;
    f.s = -1;
    f.l = 0x1234567890abc;
    f.t = 0x7f;
    BYTES(f);
    printf("%d %d %d %lld %d %zu\n", f.c, f.i, f.s, (long long)f.l, f.t, sizeof f);
    g.a = 0x7fffffff;
    g.c = 0xdeadbeef;
    g.d = 1;
    BYTES(g);
    g.b = 1;
    g.a = 0;
    BYTES(g);
    h.x = 1;
    h.a = 0xf;
    h.b = 0x9;
    h.c = 0x6;
    BYTES(h);
    union u u = {.all = 0xa5a5a5a5};
    printf("%u %u %u %d\n", u.bits.a, u.bits.b, u.bits.c, u.s);
    u.s = -16;
    printf("%08x\n", u.all);
    struct a array[2] = {{1, 2, 3}, {-1, -2, -3}};
    array[0] = array[1];
    printf("%d %d %d\n", array[0].i, array[0].j, array[0].c);
    return u.bits.b;
}
