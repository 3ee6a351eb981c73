// verdict: null-pointer  bounds: max_args=1, max_arg_length=1
// except: explicit many-inputs
/* Nobody has looked whether there is an argument. */
int main(int argc, char **argv)
{
    (void)argc;
    return argv[1][0] == 'x'; // here
}
