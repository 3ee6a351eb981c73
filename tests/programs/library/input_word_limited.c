// verdict: safe
/* A width keeps a word within its array. */
#include <stdio.h>

int main(void)
{
    char word[2];

    if (scanf("%1s", word) != 1)
        return 1;
    return word[1];
}
