/* Regular expressions: whether a text matches, nobody knows; what is said to match is a part of it. */
#include <regex.h>
#include <smtcb.h>
#include <stddef.h>
#include <string.h>

enum { BAD_PATTERN = 2, MOST_GROUPS = 9 };

int regcomp(regex_t *regex, const char *pattern, int flags)
{
    (void)flags;
    memset(regex, 0, sizeof *regex);
    for (; *pattern != '\0'; pattern++)
        regex->re_nsub += *pattern == '(';
    if (__VERIFIER_nondet_bool())
        return BAD_PATTERN;
    return 0;
}

int regexec(const regex_t *regex, const char *text, size_t count, regmatch_t matches[], int flags)
{
    int length = (int)strlen(text);

    (void)flags;
    if (__VERIFIER_nondet_bool())
        return REG_NOMATCH;
    for (size_t i = 0; i < count; i++) {
        matches[i].rm_so = -1;
        matches[i].rm_eo = -1;
        if (i == 0 || (i <= regex->re_nsub && __VERIFIER_nondet_bool())) {
            matches[i].rm_so = __VERIFIER_nondet_int();
            matches[i].rm_eo = __VERIFIER_nondet_int();
            __smtcb_assume(matches[i].rm_so >= 0 && matches[i].rm_so <= matches[i].rm_eo && matches[i].rm_eo <= length);
        }
    }
    return 0;
}

size_t regerror(int error, const regex_t *regex, char *target, size_t size)
{
    static const char message[] = "Invalid regular expression";
    size_t i;

    (void)error;
    (void)regex;
    for (i = 0; i + 1 < size && i + 1 < sizeof message; i++)
        target[i] = message[i];
    if (size > 0)
        target[i] = '\0';
    return sizeof message;
}

void regfree(regex_t *regex)
{
    (void)regex;
}
