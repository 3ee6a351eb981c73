// verdict: assertion
/* Operands that disturb each other in ways that names alone do not tell: pointers to functions and objects, structures. */
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

static int calls, level = 1, *hidden = &level;
static struct point origin;

static int next(void)
{
    return ++calls;
}

static int (*through)(void) = next;

static struct point made(void)
{
    origin.x++;
    return origin;
}

static int minus(int a, int b)
{
    return a - b;
}

static int left(struct point a, struct point b)
{
    return a.x - b.x;
}

static int raise_level(int *by)
{
    *by += 4;
    return 0;
}

static int is_raised(void)
{
    assert(level == 1); // here
    return 1;
}

int main(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0:
        assert(minus(through(), through()) == -1); // here
        break;
    case 1:
        assert(left(made(), made()) == -1); // here
        break;
    case 2:
        assert(left(origin, made()) == -1); // here
        break;
    case 3:
        assert(level + raise_level(hidden) == 1); // here
        break;
    case 4:
        printf("%d %d\n", is_raised(), raise_level(hidden)); // from the right, it is
        break;
    }
}
