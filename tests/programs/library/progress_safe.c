// verdict: safe
/* Marks for --property livelock may be anywhere. */
#include <assert.h>

void smtcb_progress(void);

int main(void)
{
    int rounds = 0;
    while (rounds < 3) {
        rounds++;
        smtcb_progress();
    }
    assert(rounds == 3);
    return 0;
}
