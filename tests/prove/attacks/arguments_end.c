// memory
// Behind the arguments is a null pointer, and nothing behind that.
int main(int argc, char **argv)
{
    return argv[argc] == 0; // safe
    return argv[argc + 1] == 0; // unsafe
}
