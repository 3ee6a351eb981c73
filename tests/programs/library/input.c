// verdict: safe
/* What is read may be anything, within the limits of its type. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int character = getchar();
    FILE *file = fopen("file", "r");

    assert(character == EOF || (character >= 0 && character <= 255));
    if (file != NULL)
        fclose(file);
}
