// verdict: out-of-bounds
/* A word of any length may come. */
#include <stdio.h>

int main(void)
{
    char word[1];

    scanf("%s", word);
}
