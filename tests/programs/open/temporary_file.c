// verdict: safe
// except: cseq large
/* What is written to a temporary file comes out again, where it was written. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct entry {
    int key;
    char name[4];
};

int main(void)
{
    struct entry entry = {7, "abc"}, found;
    char line[16];
    FILE *file = tmpfile();

    if (file == NULL)
        return 1;
    assert(fprintf(file, "%d:%s\n", 12, "x") == 5);
    fputs("end", file);
    assert(ftell(file) == 8);
    rewind(file);
    assert(fgets(line, sizeof line, file) == line && strcmp(line, "12:x\n") == 0);
    assert(fgetc(file) == 'e' && ungetc('E', file) == 'E' && getc(file) == 'E');
    assert(fgets(line, sizeof line, file) == line && strcmp(line, "nd") == 0 && feof(file));
    assert(fgets(line, sizeof line, file) == NULL && fgetc(file) == EOF && !ferror(file));
    assert(fseek(file, 2, SEEK_SET) == 0 && !feof(file));
    assert(fwrite(&entry, sizeof entry, 1, file) == 1);
    assert(fseek(file, -(long)sizeof entry, SEEK_CUR) == 0);
    assert(fread(&found, sizeof found, 2, file) == 1 && feof(file));
    assert(found.key == 7 && strcmp(found.name, "abc") == 0);
    rewind(file);
    assert(fputc('9', file) == '9' && fseek(file, -1, SEEK_SET) == -1 && fgetc(file) == '2');
    fprintf(stdout, "done\n");
    return fclose(file);
}
