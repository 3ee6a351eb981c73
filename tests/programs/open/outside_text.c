// verdict: assertion
/* A text from outside may be any text, and it has an end. */
#include <assert.h>
#include <stddef.h>

const char *mode(void);

int main(void)
{
    const char *text = mode();

    if (text != NULL && text[0] == 'a' && text[1] == 'b')
        assert(text[2] != '\0'); // here
    return 0;
}
