/* goto: forwards, backwards, out of and into blocks, loops made of labels. */
#include <stdio.h>

static int search(int m[3][3], int wanted) {
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (m[i][j] == wanted)
                goto found;
    return -1;
found:
    return i * 10 + j;
}

static int cleanup(int fail_at) {
    int acquired = 0;
    if (fail_at == 1)
        goto out;
    acquired++;
    if (fail_at == 2)
        goto release_one;
    acquired += 10;
    if (fail_at == 3)
        goto release_two;
    acquired += 100;
    return acquired;
release_two:
    acquired -= 10;
release_one:
    acquired--;
out:
    return -acquired - fail_at;
}

static int state_machine(const char *s) {
    int words = 0;
space:
    if (!*s)
        goto done;
    if (*s++ == ' ')
        goto space;
    words++;
word:
    if (!*s)
        goto done;
    if (*s++ != ' ')
        goto word;
    goto space;
done:
    return words;
}

static int into_loop(int start) {
    int i = start, n = 0;
    goto inside;
    while (i < 10) {
        n += 100;
    inside:
        n++;
        i += 3;
    }
    return n;
}

static int into_block(int x) {
    if (x > 5)
        goto middle;
    {
        int y;
        x = 1;
    middle:
        y = x * 2;
        x += y;
    }
    return x;
}

static int rebirth(void) {
    int rounds = 0;
again:;
    int fresh = 3;
    fresh += rounds;
    if (++rounds < 4)
        goto again;
    return fresh;
}

int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%d %d %d\n", search(m, 1), search(m, 6), search(m, 10));
    for (int i = 0; i < 5; i++)
        printf("%d ", cleanup(i));
    printf("\n%d %d %d\n", state_machine("  the quick  fox "), state_machine(""), state_machine("one"));
    printf("%d %d\n", into_loop(0), into_loop(20));
    printf("%d %d\n", into_block(3), into_block(7));
    printf("%d\n", rebirth());
    int n = 0;
loop:
    if (n < 5) {
        n++;
        if (n == 3)
            goto skip;
        printf("%d ", n);
    skip:
        goto loop;
    }
    printf("\n");
    goto end;
    printf("never\n");
end:
last:
    return n;
}
