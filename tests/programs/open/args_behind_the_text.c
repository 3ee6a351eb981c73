// verdict: out-of-bounds  bounds: max_args=1, max_arg_length=2
// except: explicit many-inputs
/* "-": what follows the dash is read though the text has ended. */
int main(int argc, char **argv)
{
    if (argc < 2 || argv[1][0] != '-')
        return 0;
    return argv[1][2] == 'x'; // here
}
