/* Locks of streams. A thread may hold one several times. Whoever reads or writes waits until no other thread holds it
   (`__smtcb_pass`): reading and writing themselves are one step, or nothing that others could see. */
#include <smtcb.h>
#include <stddef.h>
#include <stdio.h>

static _Bool is_free(const FILE *stream)
{
    return stream->__holder == NULL || stream->__holder == __smtcb_self;
}

void flockfile(FILE *stream)
{
    __smtcb_atomic_begin();
    __smtcb_wait_for(is_free(stream), "no other thread holds the stream", stream, stream->__holder, 0);
    stream->__depth++;
    stream->__holder = __smtcb_self;
    __smtcb_atomic_end();
}

int ftrylockfile(FILE *stream)
{
    _Bool possible;

    __smtcb_atomic_begin();
    possible = is_free(stream);
    if (possible) {
        stream->__depth++;
        stream->__holder = __smtcb_self;
    }
    __smtcb_atomic_end();
    return possible ? 0 : -1;
}

void funlockfile(FILE *stream)
{
    __smtcb_atomic_begin();
    __smtcb_assert(stream->__holder == __smtcb_self, "lock-misuse", "a stream is unlocked by a thread that does not hold it");
    stream->__depth--;
    if (stream->__depth == 0)
        stream->__holder = NULL;
    __smtcb_atomic_end();
}

void __smtcb_pass(FILE *stream)
{
    if (stream == NULL) /* fflush of all streams */
        return;
    __smtcb_atomic_begin();
    __smtcb_wait_for(is_free(stream), "no other thread holds the stream", stream, stream->__holder, 0);
    __smtcb_atomic_end();
}

/* What printf, puts and putchar write to. */
void __smtcb_pass_output(void)
{
    __smtcb_pass(stdout);
}
