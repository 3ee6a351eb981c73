// verdict: assertion  bounds: max_args=2, symbolic=1
// except: cseq large
/* Only ./prog --fast --unsafe fails: options are as long as the texts with which they are compared. */
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    int fast = 0;
    int unsafe = 0;
    int i;

    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--fast") == 0)
            fast = 1;
        else if (strcmp(argv[i], "--unsafe") == 0)
            unsafe = 1;
        else
            return 2;
    }
    assert(!(fast && unsafe)); // here
    return 0;
}
