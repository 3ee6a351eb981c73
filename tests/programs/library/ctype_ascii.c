// verdict: safe
/* Characters of seven bits; and the table behind glibc's macros, which programs preprocessed with its headers read. */
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>

extern const unsigned short int **__ctype_b_loc(void);

int main(void)
{
    const unsigned short *table = *__ctype_b_loc();

    assert(isascii(0) && isascii('a') && isascii(127) && !isascii(128) && !isascii(-1));
    assert(toascii('a' + 128) == 'a' && toascii('z') == 'z');
    assert((table['7'] & 0x800) && !(table['x'] & 0x800));   /* digits */
    assert((table['x'] & 0x400) && !(table['7'] & 0x400));   /* letters */
    assert((table[' '] & 0x2000) && (table['\n'] & 0x2000)); /* spaces */
    assert((table['A'] & 0x100) && (table['a'] & 0x200) && !table[200]);
}
