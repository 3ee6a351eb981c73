// verdict: safe
// cseq: unwind=16
/* Messages of errors and signals are texts. */
#include <assert.h>
#include <errno.h>
#include <string.h>

int main(void)
{
    char text[4] = "abc";

    assert(strlen(strerror(EINVAL)) > 0);
    assert(strlen(strsignal(2)) > 0);
    strerror_r(EINVAL, text, 3);
    assert(strlen(text) < 3 || text[3] == '\0');
}
