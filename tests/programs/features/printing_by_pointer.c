/* Output functions, called by their addresses. */
#include <stdio.h>

static int (*const printers[])(const char *, ...) = {printf, printf};
static int (*to_stream)(FILE *, const char *, ...) = &fprintf;

static int fill(int (*print)(char *, const char *, ...), char *text)
{
    return print(text, "%.0f %d %s %c %lld", 5.0, -7, "text", 'x', 1LL << 40);
}

int main(void)
{
    char text[100];
    int length = fill(sprintf, text);

    printf("%d [%s]\n", length, text);
    printers[1]("%s %5.2f|%-4d|\n", "numbers:", 2.5, 3);
    printers[0]("no arguments\n");
    to_stream(stdout, "%d and %u\n", -1, 4000000000u);
    (*to_stream)(stdout, "%s\n", text);
    return 0;
}
