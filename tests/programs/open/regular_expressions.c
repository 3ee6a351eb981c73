// verdict: safe  bounds: symbolic=1
// except: cseq large
/* What a regular expression is said to match is a part of the text. */
#include <assert.h>
#include <regex.h>

int main(void)
{
    regex_t regex;
    regmatch_t matches[2];
    char text[40];
    int error = regcomp(&regex, "a(b)*", REG_EXTENDED);

    if (error != 0) {
        assert(regerror(error, &regex, text, sizeof text) <= sizeof text && text[1] == 'n');
        return 1;
    }
    if (regexec(&regex, "xabb", 2, matches, 0) == 0)
        assert(matches[0].rm_so >= 0 && matches[0].rm_eo <= 4 && matches[1].rm_so >= -1);
    regfree(&regex);
}
