// verdict: null-pointer
/* A person need not be known. */
#include <pwd.h>

int main(void)
{
    return getpwnam("nobody")->pw_uid == 0; // here
}
