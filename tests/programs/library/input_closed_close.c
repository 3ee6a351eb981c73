// verdict: use-after-free
/* A stream that was closed is gone. */
#include <stdio.h>

int main(void)
{
    char line[4] = "";
    FILE *file = fopen("file", "r");

    if (file == NULL)
        return line[0];
    fclose(file);
    fclose(file); // here
}
