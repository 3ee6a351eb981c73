// verdict: safe  bounds: max_args=1, max_arg_length=1
/* What every program may rely on: a name, a list that ends with null, texts that end. */
#include <assert.h>
#include <string.h>

int main(int argc, char *argv[])
{
    int i;

    assert(argc >= 1 && argv[0] != NULL && argv[0][0] != '\0' && argv[argc] == NULL);
    for (i = 1; i < argc; i++)
        assert(argv[i] != NULL && strlen(argv[i]) <= 1 && argv[i] != argv[i - 1]);
    return 0;
}
