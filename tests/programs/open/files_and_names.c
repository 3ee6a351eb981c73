// verdict: safe  bounds: symbolic=1
/* What the file system tells has its form. */
#include <assert.h>
#include <dirent.h>
#include <stddef.h>
#include <unistd.h>

int main(void)
{
    char name[3];
    ssize_t length = readlink("link", name, 2);
    DIR *directory = opendir(".");

    if (length >= 0)
        name[length] = '\0';
    if (directory != NULL) {
        struct dirent *entry = readdir(directory);

        rewinddir(directory);
        assert(entry == NULL || entry->d_name[0] != '\0');
        closedir(directory);
    }
    if (getcwd(name, sizeof name) != NULL)
        assert(name[0] == '/' && name[2] == '\0');
    return 0;
}
