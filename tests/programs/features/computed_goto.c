/* Labels as values: a tiny interpreter, a jump table, label differences. */
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JUMP_IF, PRINT, STOP };

static int interpret(const int *code) {
    static const void *const dispatch[] = {&&push, &&add, &&mul, &&dup, &&jump_if, &&print, &&stop};
    int stack[16], top = 0;
#define NEXT goto *dispatch[*code++]
    NEXT;
push:
    stack[top++] = *code++;
    NEXT;
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
mul:
    top--;
    stack[top - 1] *= stack[top];
    NEXT;
dup:
    stack[top] = stack[top - 1];
    top++;
    NEXT;
jump_if: {
    int offset = *code++;
    if (stack[top - 1])
        code += offset;
    NEXT;
}
print:
    printf("%d ", stack[top - 1]);
    NEXT;
stop:
    return stack[top - 1];
}

static int choose(int n) {
    void *targets[] = {&&zero, &&one, &&many};
    goto *targets[n > 2 ? 2 : n];
zero:
    return 100;
one:
    return 200;
many:
    return 300 + n;
}

int main(void) {
    const int program[] = {PUSH, 2, PUSH, 3, ADD, DUP, MUL, PRINT, PUSH, 4, MUL, PRINT, STOP};
    printf("%d\n", interpret(program));
    const int loop[] = {PUSH, 5, PRINT, PUSH, -1, ADD, JUMP_IF, -6, STOP};
    printf("%d\n", interpret(loop));
    printf("%d %d %d\n", choose(0), choose(1), choose(7));
    int n = 0;
    void *where = &&again;
again:
    if (++n < 5)
        goto *where;
    where = n == 5 ? &&out : &&again;
    goto *where;
out:
    return n;
}
