// verdict: safe  bounds: sampled=1
// except: cseq slow
/* BSD's copies, which glibc has since 2.38, cut off what does not fit and tell how long it would have been. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char name[4];
    unsigned char key = 7;

    assert(strlcpy(name, "hello", sizeof name) == 5 && strcmp(name, "hel") == 0);
    assert(strlcpy(name, "a", sizeof name) == 1);
    assert(strlcat(name, "bcd", sizeof name) == 4 && strcmp(name, "abc") == 0);
    assert(strlcpy(name, "x", 0) == 1 && name[0] == 'a');
    memset_explicit(&key, 0, sizeof key);
    assert(key == 0 && arc4random_uniform(2) < 2);
    arc4random_buf(&key, sizeof key);
    return key == 1 && arc4random() == 2;
}
