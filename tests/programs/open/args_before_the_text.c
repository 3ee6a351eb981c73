// verdict: out-of-bounds  bounds: max_args=1, max_arg_length=1
// except: explicit many-inputs
/* An empty text has no last character. */
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    return argv[1][strlen(argv[1]) - 1] == '/'; // here
}
