/* Memory that is given out again after it was freed, for programs that could tell (esbmc_py/goto/reused_memory.py).
 *
 * In each execution it is one block, whichever, as often as it is freed. It lives on while it is free: whoever uses it
 * then is found in the executions in which this block is not the one. What was in it is still there. */
#include <smtcb.h>
#include <stddef.h>
#include <string.h>

static void *block = NULL;
static size_t block_size = 0;
static _Bool is_free = 0;

void *__smtcb_allocate_again(size_t size, int zeroed)
{
    void *given;

    __smtcb_atomic_begin();
    if (is_free && size <= block_size && __VERIFIER_nondet_bool()) {
        given = block;
        is_free = 0;
        if (zeroed)
            memset(given, 0, size);
    } else {
        given = zeroed ? __smtcb_allocate(size, 1) : __smtcb_allocate(size, 0);
        if (block == NULL && __VERIFIER_nondet_bool()) {
            block = given;
            block_size = size;
        }
    }
    __smtcb_atomic_end();
    return given;
}

void __smtcb_free_for_now(void *freed)
{
    _Bool stays;

    __smtcb_atomic_begin();
    stays = freed != NULL && freed == block && !is_free;
    if (stays)
        is_free = 1;
    else if (freed == block)
        block = NULL; /* freed twice */
    __smtcb_atomic_end();
    if (!stays)
        __smtcb_free(freed);
}
