// verdict: out-of-bounds  bounds: max_args=1, max_arg_length=1
/* The list ends with its null pointer. */
int main(int argc, char **argv)
{
    return argv[argc + 1] == 0; // here
}
