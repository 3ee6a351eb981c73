// verdict: safe
/* A function of the program replaces the model of the same name. */
#include <assert.h>
#include <string.h>

static int calls;

size_t strlen(const char *text)
{
    (void)text;
    calls++;
    return 7;
}

int main(void)
{
    assert(strlen("x") == 7 && calls == 1);
}
