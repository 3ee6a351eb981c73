// verdict: out-of-bounds  bounds: max_args=1, max_arg_length=2
// except: cseq large
// except: explicit many-inputs
/* A number from the command line is an index that nobody has looked at. */
#include <stdlib.h>

int main(int argc, char **argv)
{
    int squares[90] = {0};

    if (argc != 2)
        return 1;
    return squares[abs(atoi(argv[1]))]; // here
}
