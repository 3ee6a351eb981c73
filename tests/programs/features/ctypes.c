/* ctype.h and the number parsers of stdlib.h. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *sample = "aZ5 \t_~\n";
    for (const char *s = sample; *s; s++)
        printf("%d%d%d%d%d%d%d%d ", !!isalpha(*s), !!isdigit(*s), !!isspace(*s), !!isupper(*s), !!islower(*s), !!ispunct(*s),
               !!isprint(*s), !!isxdigit(*s));
    printf("\n%c %c %c %d\n", toupper('q'), tolower('Q'), toupper('!'), !!isalnum('_'));
    printf("%d %d %d %d\n", atoi("42"), atoi("  -17abc"), atoi("x"), atoi("+8"));
    printf("%ld\n", atol("123456789012"));
    char *end;
    printf("%ld", strtol("0x1fz", &end, 16));
    printf(" <%s>\n", end);
    printf("%ld", strtol("077 rest", &end, 0));
    printf(" <%s>\n", end);
    printf("%ld %ld\n", strtol("-1010", NULL, 2), strtol("zz", NULL, 36));
    printf("%lu\n", strtoul("4294967295", NULL, 10));
    int letters = 0;
    for (int c = 0; c < 128; c++)
        letters += !!isalpha(c);
    return letters;
}
