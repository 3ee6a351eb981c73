// verdict: assertion
// except: cseq large
// except: once large
/* Two threads write to the same temporary file: each text stays together, their order is open. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *file;

static void *writer(void *unused)
{
    fputs("ab", file);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char line[8];

    file = tmpfile();
    if (file == NULL)
        return 1;
    pthread_create(&thread, NULL, writer, NULL);
    fputs("cd", file);
    pthread_join(thread, NULL);
    rewind(file);
    fgets(line, sizeof line, file);
    assert(strlen(line) == 4 && (line[0] == 'a' || line[0] == 'c') && line[1] == line[0] + 1);
    assert(strcmp(line, "abcd") == 0); // here
    return fclose(file);
}
