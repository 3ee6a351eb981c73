// verdict: safe
// args: -v --name=joe 'two words' -n7 ''
// except: cseq large
/* Fixed arguments: getopt_long sorts them. */
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    static const struct option options[] = {{"verbose", no_argument, NULL, 'v'},
                                            {"name", required_argument, NULL, 'x'},
                                            {NULL, 0, NULL, 0}};

    assert(argc == 6 && strcmp(argv[0], "./prog") == 0 && argv[6] == NULL);
    assert(getopt_long(argc, argv, "vn:", options, NULL) == 'v' && optarg == NULL);
    assert(getopt_long(argc, argv, "vn:", options, NULL) == 'x' && strcmp(optarg, "joe") == 0);
    assert(getopt_long(argc, argv, "vn:", options, NULL) == 'n' && atoi(optarg) == 7);
    assert(getopt_long(argc, argv, "vn:", options, NULL) == -1 && optind == 4);
    assert(strcmp(argv[4], "two words") == 0 && argv[5][0] == '\0');
    argv[4][0] = 'T';
    return 0;
}
