// verdict: safe  bounds: symbolic=1
// except: cseq large
/* Calls about names of files go well or fail; what they tell has its form. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fnmatch.h>
#include <ftw.h>
#include <glob.h>
#include <stdlib.h>
#include <sys/stat.h>

static int visits;

static int visit(const char *path, const struct stat *status, int kind)
{
    assert(path[0] == '/' && status->st_size >= 0 && kind >= FTW_F);
    return visits++ == 1 ? 5 : 0;
}

static int visit_more(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    assert(place->level >= 0);
    return visit(path, status, kind);
}

static void temporary(void)
{
    char name[] = "/tmp/x-XXXXXX", bad[] = "short", *path = realpath(".", NULL);

    assert(mkstemp(bad) == -1 && mkstemp(name) >= -1 && name[12] != '\0' && name[13] == '\0');
    assert(mkdtemp(bad) == NULL && mktemp(bad)[0] == '\0');
    assert(path == NULL || path[0] == '/');
    free(path);
}

static void lists(void)
{
    DIR *directory = opendir(".");
    struct dirent entry, *result;
    glob_t found;

    if (directory != NULL) {
        assert(readdir_r(directory, &entry, &result) == 0 && (result == NULL || result == &entry));
        closedir(directory);
    }
    if (glob("*.c", 0, NULL, &found) == 0)
        assert(found.gl_pathc > 0 && found.gl_pathv[0] != NULL && found.gl_pathv[found.gl_pathc] == NULL);
    globfree(&found);
    assert(fnmatch("*.c", "main.c", 0) == 0 && fnmatch("?*.o", "a.c", 0) == FNM_NOMATCH && fnmatch("a*", "a", 0) == 0);
    visits = 0;
    assert(ftw(".", visit, 5) <= 5 && visits <= 2);
    visits = 0;
    assert(nftw(".", visit_more, 5, FTW_PHYS) <= 5);
}

int main(void)
{
    temporary();
    lists();
    return 0;
}
