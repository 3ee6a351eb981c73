/* Blocks that are expected to be atomic. Where nobody asks, the two markers do nothing. Where `--property atomicity`
   does, calls of the functions below stand in their place, and after every access that other threads may see.

   Of all accesses in all blocks one at a time is watched, whichever: every choice is an execution of its own, so no
   interference is missed. */
#include <smtcb.h>

void __smtcb_atomic_expected_begin(void)
{
}

void __smtcb_atomic_expected_end(void)
{
}

struct __smtcb_watched __smtcb_watched;

static _Thread_local unsigned depth;
static _Thread_local unsigned block;

static unsigned long self(void)
{
    return (unsigned long)&depth; /* no other thread has this one */
}

void __smtcb_block_begin(unsigned site)
{
    if (depth == 0)
        block = site;
    depth = depth + 1;
}

void __smtcb_block_end(void)
{
    if (depth == 0)
        return;
    depth = depth - 1;
    if (depth == 0 && __smtcb_watched.owner == self()) {
        __smtcb_watched.owner = 0;
        __smtcb_watched.address = 0;
        __smtcb_watched.size = 0;
        __smtcb_watched.write = 0;
        __smtcb_watched.site = 0;
        __smtcb_watched.block = 0;
    }
}

/* Whether an access interferes with the one that is watched. */
int __smtcb_block_access(unsigned long address, unsigned long size, int write, unsigned site)
{
    if (__smtcb_watched.owner == 0) {
        if (depth != 0 && __VERIFIER_nondet_bool()) {
            __smtcb_watched.owner = self();
            __smtcb_watched.address = address;
            __smtcb_watched.size = size;
            __smtcb_watched.write = write;
            __smtcb_watched.site = site;
            __smtcb_watched.block = block;
        }
        return 0;
    }
    return __smtcb_watched.owner != self() && (write || __smtcb_watched.write) &&
           address < __smtcb_watched.address + __smtcb_watched.size && __smtcb_watched.address < address + size;
}
