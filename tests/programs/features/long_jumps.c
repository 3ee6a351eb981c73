/* Jumps out of recursions, loops and calls by pointer; to the same place again; several buffers set at one place. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out, inner;
static void (*const jump)(jmp_buf, int) = longjmp;

static int down(int level)
{
    char room[4] = {(char)level};

    if (level == 0)
        longjmp(out, 7);
    level = down(level - 1);
    puts("never");
    return level + room[0];
}

static double by_pointer(jmp_buf place, int value)
{
    jump(place, value);
    return 1.5;
}

static int tries_of(void)
{
    volatile int tries = 0;
    int result = setjmp(inner);

    printf("result %d after %d\n", result, tries);
    if (tries++ < 3) {
        int local = tries;

        by_pointer(inner, local == 2 ? 0 : tries * 10);
    }
    if (setjmp(inner) == 0)
        longjmp(inner, 5);
    else
        puts("from the second place");
    return tries;
}

int main(void)
{
    jmp_buf both[2];
    volatile int place = 0, count = 0;

    switch (setjmp(out)) {
    case 0:
        puts("down");
        down(3);
        break;
    case 7:
        puts("and up");
        break;
    default:
        puts("somewhere else");
    }
    if (!setjmp(out)) {
        for (int i = 0; i < 3; i++) {
            int here = i;

            if (here == 1)
                longjmp(out, 1);
            printf("round %d\n", here);
        }
    } else {
        puts("out of the loop");
    }
    printf("%d tries\n", tries_of());
    for (place = 0; place < 2; place++) {
        int got = setjmp(both[place]);

        printf("place %d got %d\n", place, got);
        if (got)
            break;
    }
    if (count++ < 2) {
        place = 5;
        longjmp(both[count - 1], count + 40);
    }
    return count;
}
