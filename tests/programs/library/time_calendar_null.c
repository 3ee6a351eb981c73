// verdict: null-pointer
/* A calendar reads the time that it is asked for. */
#include <stddef.h>
#include <time.h>

int main(void)
{
    struct tm parts;

    gmtime_r(NULL, &parts); // here
}
