// verdict: out-of-bounds  bounds: sampled=1
/* Memory of one size or another, written to at places that are not known: whichever size it is counts later. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int large = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    char *text;

    if (i < 0 || i >= 3)
        return 0;
    if (large) {
        text = malloc(300);
        text[i * 100] = 1;
    } else {
        text = malloc(200);
        text[i] = 2;
    }
    text[i * 100] = 3; // here
    return 0;
}
