// verdict: safe  bounds: symbolic=1
// except: cseq large
/* Streams that are moved about and opened again. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *stream = fopen("f", "r+");
    fpos_t place;
    char name[L_tmpnam], *made;

    if (stream == NULL)
        return 1;
    setlinebuf(stream);
    assert(fseeko(stream, 0, SEEK_END) <= 0 && ftell(stream) >= -1 && ftello(stream) >= -1);
    if (fgetpos(stream, &place) == 0)
        fsetpos(stream, &place);
    if (ftrylockfile(stream) == 0)
        funlockfile(stream);
    getc_unlocked(stream);
    getchar_unlocked();
    made = tmpnam(name);
    assert(made == name);
    stream = freopen(made, "r", stream);
    if (stream != NULL)
        fclose(stream);
}

