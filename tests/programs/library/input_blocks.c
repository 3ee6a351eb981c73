// verdict: safe  bounds: sampled=1
/* A block that is read fits where it is put; what was not read is as it was. */
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    char block[4] = "abc";
    ssize_t count = __VERIFIER_nondet_bool() ? (ssize_t)fread(block, 1, 2, stdin) : read(0, block, 2);

    assert(count >= -1 && count <= 2);
    assert(block[2] == 'c' && (count == 2 || block[1] == 'b') && (count > 0 || block[0] == 'a'));
}
