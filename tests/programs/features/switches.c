/* switch: fall-through, default anywhere, ranges, nested, jumping over declarations, Duff's device. */
#include <stdio.h>

static int fall(int n) {
    int r = 0;
    switch (n) {
    case 3:
        r += 100;
    case 2:
        r += 10;
        /* fall through */
    case 1:
        r += 1;
        break;
    default:
        r = -1;
    case 0:
        r -= 5;
    }
    return r;
}

static const char *range(int c) {
    switch (c) {
    case '0' ... '9':
        return "digit";
    case 'a' ... 'z':
    case 'A' ... 'Z':
        return "letter";
    case -10 ... -1:
        return "negative";
    }
    return "other";
}

static void duff(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--n > 0);
    }
}

static int nested(int a, int b) {
    switch (a) {
    case 1:
        switch (b) {
        case 1:
            return 11;
        default:
            break;
        }
        return 12;
    case 2: {
        int result = 0;
        for (int i = 0; i < 5; i++) {
            switch (i) {
            case 1:
                continue;
            case 3:
                break;
            default:
                result += i;
            }
            if (i == 3)
                break;
        }
        return result;
    }
    default:
        return 0;
    }
}

static int in_if(int n) {
    switch (n)
    case 4:
        return 40;
    switch (n) {
        int hidden;
    case 7:
        hidden = 5;
        return hidden + n;
    case 8:
        if (0) {
        case 9:
            return 99;
        }
        return 88;
    }
    return 0;
}

static int wide(unsigned long long x) {
    switch (x) {
    case 0xffffffffffffffff:
        return 1;
    case 1ull << 40:
        return 2;
    case 0:
        return 3;
    }
    return 4;
}

static int small(unsigned char c) {
    switch (c) {
    case 255:
        return 1;
    case 0:
        return 2;
    default:
        return 3;
    }
}

int main(void) {
    for (int i = -1; i < 5; i++)
        printf("%d ", fall(i));
    printf("\n%s %s %s %s %s\n", range('5'), range('q'), range('Z'), range(-3), range(' '));
    for (int n = 1; n < 9; n++) {
        char buffer[10] = {0};
        duff(buffer, "abcdefgh", n);
        printf("%s ", buffer);
    }
    printf("\n%d %d %d %d\n", nested(1, 1), nested(1, 2), nested(2, 0), nested(3, 3));
    printf("%d %d %d %d %d\n", in_if(4), in_if(7), in_if(8), in_if(9), in_if(10));
    printf("%d %d %d %d\n", wide(-1), wide(1ull << 40), wide(0), wide(0xffffffff));
    printf("%d %d %d\n", small(-1), small(256), small(17));
    switch (3) {
    }
    switch (printf("x\n"))
    default:
        printf("once\n");
    enum { A, B = 3 } e = B;
    switch (e) {
    case A:
        return 1;
    case B:
        return 33;
    }
    return 2;
}
