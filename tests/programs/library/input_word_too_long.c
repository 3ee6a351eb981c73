// verdict: out-of-bounds
/* A word of any length may come. */
#include <stdio.h>

int main(void)
{
    char word[2];

    scanf("%s", word);
}
