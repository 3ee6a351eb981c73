// verdict: out-of-bounds
// cseq: unwind=6
/* What strlcpy returns is how long the text would be, not how much of it is there. */
#include <string.h>

int main(void)
{
    char name[4];
    size_t length = strlcpy(name, "hello", sizeof name);

    name[length] = '\0'; // here
    return 0;
}
