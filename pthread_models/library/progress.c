/* What `--property livelock` takes for progress. Programs declare smtcb_progress themselves. */
#include <smtcb.h>

int __smtcb_progress_mark = 0;

void smtcb_progress(void)
{
    __smtcb_atomic_begin();
    __smtcb_progress_mark = 1; /* that somebody writes is what counts */
    __smtcb_atomic_end();
}
