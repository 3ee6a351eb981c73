#include "show.h"
enum __attribute__((packed)) e { A, B = 200 };
enum big { X = 1LL << 40 };
enum neg { N = -1, P = 5 };
struct __attribute__((packed)) s {
    char c;
    int i;
    short h;
};
struct a {
    char c;
    int i;
} __attribute__((aligned(16)));
struct q {
    char c;
    double d __attribute__((packed));
};
typedef int aligned_int __attribute__((aligned(8)));
#pragma pack(push, 2)
struct p {
    char c;
    long l;
};
#pragma pack(pop)
int main(void)
{
    show(sizeof(enum e));
    show(sizeof(enum big));
    show(sizeof(struct s));
    show(sizeof(struct a));
    show(_Alignof(struct a));
    show(sizeof(struct q));
    show(sizeof(struct p));
    enum neg n = N;
    show(n < 0);
    show(_Alignof(aligned_int));
    struct s v = {1, 0x01020304, 5};
    show(v.i);
    show(v.h);
    struct {
        char c;
        _Alignas(8) char d;
    } al;
    show(sizeof al);
    show((enum e)B);
    return 0;
}
