/* Struct layout and type sizes with -m32, as claims the compiler itself checks: run with --arch 32. Needs no header. */
#define SIZE(T, n) _Static_assert(sizeof(T) == (n), #T)
#define ALIGN(T, n) _Static_assert(_Alignof(T) == (n), #T)
#define AT(T, m, n) _Static_assert(__builtin_offsetof(T, m) == (n), #T "." #m)

struct a { char c; long long l; char d; };
struct b { char c; double d; };
struct c { char c; long l; void *p; };
struct d { long double l; char c; };
struct e { char c; long long l : 40; int i : 20; };
struct f { int i : 3; int j : 30; char c; };
struct g { char c; int i : 8; int j : 8; int k : 16; };
struct h { long long a : 33; long long b : 33; };
struct i { char a; long long b : 1; };
struct __attribute__((packed)) j { char c; long long l; short s; };
struct __attribute__((aligned(16))) k { int i; };
struct l { char c; struct k k; };
struct m { char c; union { double d; long long l; }; short s; };
struct n { char c; int : 0; char d; };
struct o { char c; _Alignas(8) int i; };
struct p { double d[2]; char c; };
struct q { char c; long long flexible[]; };
struct r { short a : 10; int b : 20; short c : 10; };
struct s { char c; int i __attribute__((packed)); char d; };
union u { double d; char c[9]; };
typedef long long aligned_long __attribute__((aligned(8)));
struct t { char c; aligned_long l; };
enum wide { WIDE = 0x100000000LL };

SIZE(char, 1); SIZE(short, 2); SIZE(int, 4); SIZE(long, 4); SIZE(long long, 8); SIZE(float, 4); SIZE(double, 8);
SIZE(long double, 12); SIZE(void *, 4); SIZE(void (*)(void), 4); SIZE(_Bool, 1); SIZE(__SIZE_TYPE__, 4);
SIZE(__PTRDIFF_TYPE__, 4); SIZE(__INTPTR_TYPE__, 4); SIZE(__INTMAX_TYPE__, 8); SIZE(enum wide, 8);
ALIGN(long long, 4); ALIGN(double, 4); ALIGN(long double, 4); ALIGN(long, 4); ALIGN(aligned_long, 8);
SIZE(struct a, 16); ALIGN(struct a, 4); AT(struct a, l, 4); AT(struct a, d, 12);
SIZE(struct b, 12); AT(struct b, d, 4);
SIZE(struct c, 12); AT(struct c, p, 8);
SIZE(struct d, 16); AT(struct d, c, 12);
SIZE(struct e, 12);
SIZE(struct f, 12); AT(struct f, c, 8);
SIZE(struct g, 8);
SIZE(struct h, 12); ALIGN(struct h, 4);
SIZE(struct i, 4);
SIZE(struct j, 11); AT(struct j, s, 9);
SIZE(struct k, 16); SIZE(struct l, 32); AT(struct l, k, 16);
SIZE(struct m, 16); AT(struct m, s, 12);
SIZE(struct n, 5);
SIZE(struct o, 16); AT(struct o, i, 8);
SIZE(struct p, 20); SIZE(struct q, 4); AT(struct q, flexible, 4);
SIZE(struct r, 8); SIZE(struct s, 6);
SIZE(union u, 12); SIZE(struct t, 16); AT(struct t, l, 8);

SIZE(2147483648, 8); SIZE(0x80000000, 4); SIZE(4294967295, 8); SIZE(0xffffffff, 4); SIZE(0x100000000, 8); SIZE(1L, 4);
SIZE(1u + 1L, 4); SIZE(sizeof(int), 4); SIZE((char *)0 - (char *)0, 4); SIZE(1L + 1LL, 8); SIZE(1 ? 1L : 1ULL, 8);
_Static_assert((0x7fffffffL + 1u) == 0x80000000u, "long and unsigned have the same width: unsigned long wins");
_Static_assert((unsigned)-1 == -1L, "long does not hold every unsigned value");
_Static_assert(_Generic(1u + 1L, unsigned long: 1, default: 0), "the usual arithmetic conversions on 32 bits");
_Static_assert(_Generic(1u + 1LL, long long: 1, default: 0), "long long holds every unsigned value");
_Static_assert(_Generic(sizeof(int), unsigned: 1, default: 0), "size_t is unsigned int");
_Static_assert(_Generic((char *)0 - (char *)0, int: 1, default: 0), "ptrdiff_t is int");
_Static_assert(_Generic(4294967295, long long: 1, default: 0), "no 32-bit signed type holds it");
_Static_assert(_Generic(0xffffffff, unsigned: 1, default: 0), "hexadecimal constants may be unsigned");

int main(void) { return 0; }
