/* main with parameters, exit inside a function, atexit handlers. */
#include <stdio.h>
#include <stdlib.h>

static void last(void) { printf("last\n"); }
static void first(void) { printf("first\n"); }
static void leave(int depth) {
    if (depth == 0)
        exit(17);
    leave(depth - 1);
}

int main(int argc, char **argv) {
    printf("%d %d\n", argc, argv[argc] == NULL);
    printf("%d\n", argv[0] != NULL);
    atexit(last);
    atexit(first);
    leave(5);
    printf("not reached\n");
    return 1;
}
