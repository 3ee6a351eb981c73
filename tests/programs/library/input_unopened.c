// verdict: null-pointer
/* Opening a file may fail. */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("file", "r");

    fclose(file);  // here
}
