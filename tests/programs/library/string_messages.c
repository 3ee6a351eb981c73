// verdict: safe
// except: cseq large
// cseq: unwind=16
/* Messages of errors and signals are texts. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <string.h>

int main(void)
{
    char text[4] = "abc";

    assert(strlen(strerror(EINVAL)) > 0);
    assert(strlen(strsignal(2)) > 0);
    assert(strcmp(sigabbrev_np(2), "INT") == 0 && sigdescr_np(2)[0] == 'I');
    assert(sigabbrev_np(0) == NULL && sigdescr_np(99) == NULL);
    strerror_r(EINVAL, text, 3);
    assert(strlen(text) < 3 || text[3] == '\0');
}
