// verdict: overlap
/* Copies between parts of one array that overlap: each of these is undefined. */
#include <string.h>
#include <wchar.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    char text[8] = "abcd";
    wchar_t wide[4] = L"ab";

    switch (__VERIFIER_nondet_uchar()) {
    case 0:
        memcpy(text, text + 1, 2); // here
        break;
    case 1:
        mempcpy(text + 1, text, 2); // here
        break;
    case 2:
        wmemcpy(wide, wide + 1, 2); // here
        break;
    case 3:
        strcpy(text, text); // here
        break;
    }
    return 0;
}
