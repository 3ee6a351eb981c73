// verdict: safe
/* Kinds of characters. */
#include <assert.h>
#include <ctype.h>

int main(void)
{
    assert(isalpha('a') && isalpha('Z') && !isalpha('1') && isdigit('0') && !isdigit('a'));
    assert(isalnum('9') && !isalnum('_') && isspace(' ') && isspace('\n') && !isspace('x'));
    assert(isupper('A') && !isupper('a') && islower('a') && !islower('A'));
    assert(isxdigit('f') && isxdigit('F') && !isxdigit('g') && ispunct('!') && !ispunct('a'));
    assert(isprint(' ') && !isgraph(' ') && iscntrl('\t') && isblank('\t') && !isprint(127));
    assert(toupper('a') == 'A' && tolower('A') == 'a' && toupper('1') == '1');
}
