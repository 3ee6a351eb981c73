/* sizeof, _Alignof and offsetof of many structs, with bit-fields, packed and aligned ones. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SHOW(T) printf("%s: %zu %zu\n", #T, sizeof(T), _Alignof(T))
#define AT(T, m) printf("  %s.%s at %zu\n", #T, #m, offsetof(T, m))

struct a { char c; int i; };
struct b { char c; short s; char d; long l; char e; };
struct c { struct a a; char tail; };
struct d { char c[5]; short s[3]; };
struct e { int i : 3; int j : 30; char c; };
struct f { char c; int i : 8; int j : 8; int k : 16; };
struct g { char c : 4; char d : 5; short s : 9; };
struct h { long long l : 40; int i : 20; int j : 20; };
struct i { int a : 5; int : 0; int b : 5; };
struct j { char a; int : 0; char b; };
struct k { char a; long long b : 1; };
struct l { short a : 10; int b : 20; short c : 10; };
struct m { _Bool a : 1; _Bool b : 1; unsigned char c : 6; unsigned char d : 1; };
struct __attribute__((packed)) n { char c; int i; short s; double d; };
struct o { char c; int i; } __attribute__((packed));
struct p { char c; struct n n; int i; };
struct q { char c; int i __attribute__((packed)); char d; };
struct r { char c; char aligned __attribute__((aligned(16))); };
struct __attribute__((aligned(32))) s { int i; };
struct t { char c; struct s s; };
struct __attribute__((packed)) u { char c : 3; int i : 30; short s : 7; };
struct __attribute__((packed, aligned(4))) v { char c; short s; char d; };
struct w { int : 7; char c; };
struct x { unsigned a : 31; unsigned b : 1; unsigned c : 32; unsigned d : 1; };
struct y { char c; int i[]; };
struct z { char c; struct { short s; union { long l; char b[12]; }; }; };
union aa { char c[5]; int i; };
union bb { int i : 3; char c; };
union cc { short s[5]; double d; } ;
struct dd { union aa a; char c; };
struct ee { long double l; char c; };
struct ff { float f; double d; float g; };
struct gg { void *p; char c; void (*f)(void); };
struct hh { int64_t a : 33; int64_t b : 33; };
struct ii { char a; short b : 12; char c : 5; };
struct jj { uint8_t a : 1, b : 2; uint16_t c : 3; uint32_t d : 4; uint64_t e : 5; };
struct kk { _Alignas(8) char c; _Alignas(int) char d; };
typedef int aligned_int __attribute__((aligned(16)));
struct ll { char c; aligned_int i; };
struct mm {};
struct nn { int x; struct mm empty; char c; };

int main(void) {
    SHOW(struct a); AT(struct a, i);
    SHOW(struct b); AT(struct b, s); AT(struct b, d); AT(struct b, l); AT(struct b, e);
    SHOW(struct c); AT(struct c, tail);
    SHOW(struct d); AT(struct d, s[1]);
    SHOW(struct e); AT(struct e, c);
    SHOW(struct f);
    SHOW(struct g);
    SHOW(struct h);
    SHOW(struct i);
    SHOW(struct j); AT(struct j, b);
    SHOW(struct k);
    SHOW(struct l);
    SHOW(struct m);
    SHOW(struct n); AT(struct n, i); AT(struct n, s); AT(struct n, d);
    SHOW(struct o); AT(struct o, i);
    SHOW(struct p); AT(struct p, n); AT(struct p, n.d); AT(struct p, i);
    SHOW(struct q); AT(struct q, i); AT(struct q, d);
    SHOW(struct r); AT(struct r, aligned);
    SHOW(struct s);
    SHOW(struct t); AT(struct t, s);
    SHOW(struct u);
    SHOW(struct v); AT(struct v, s); AT(struct v, d);
    SHOW(struct w); AT(struct w, c);
    SHOW(struct x);
    SHOW(struct y); AT(struct y, i); AT(struct y, i[3]);
    SHOW(struct z); AT(struct z, s); AT(struct z, l); AT(struct z, b[11]);
    SHOW(union aa);
    SHOW(union bb);
    SHOW(union cc);
    SHOW(struct dd); AT(struct dd, c);
    SHOW(struct ee); AT(struct ee, c);
    SHOW(struct ff); AT(struct ff, d); AT(struct ff, g);
    SHOW(struct gg); AT(struct gg, c); AT(struct gg, f);
    SHOW(struct hh);
    SHOW(struct ii);
    SHOW(struct jj);
    SHOW(struct kk); AT(struct kk, d);
    SHOW(struct ll); AT(struct ll, i);
    SHOW(struct mm);
    SHOW(struct nn); AT(struct nn, empty); AT(struct nn, c);
    SHOW(char); SHOW(short); SHOW(int); SHOW(long); SHOW(long long); SHOW(float); SHOW(double); SHOW(long double);
    SHOW(char *); SHOW(int[7]); SHOW(struct a[3]); SHOW(int (*)[4]); SHOW(void (*)(int));
    SHOW(_Bool); SHOW(size_t); SHOW(ptrdiff_t); SHOW(wchar_t); SHOW(aligned_int);
    int v = 3;
    struct a array[4], *p = array;
    printf("%zu %zu %zu %zu\n", sizeof v, sizeof array, sizeof p, sizeof *p);
    printf("%zu %zu %zu\n", sizeof(char) + sizeof(int), sizeof array / sizeof array[0], sizeof &array);
    printf("%zu %zu\n", sizeof(1 + 1L), sizeof((char)1));
    printf("%zu %zu\n", sizeof "text", __alignof__(v));
    printf("%zu %zu\n", sizeof(void), sizeof(main));
    return (int)sizeof(struct { char c; double d; });
}
