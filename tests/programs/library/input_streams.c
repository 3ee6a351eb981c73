// verdict: safe
/* Streams: what is read is a character or the end, and a line fits where it is put. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int one_character(FILE *stream)
{
    return __VERIFIER_nondet_bool() ? fgetc(stream) : getc(stream);
}

static void one_line(FILE *stream)
{
    char line[3] = "??";

    if (fgets(line, 2, stream) != NULL)
        assert(strlen(line) <= 1);
    else
        assert(line[0] == '?');
    assert(line[2] == '\0');
}

int main(void)
{
    FILE *file = fopen("another", "w+");
    int character;

    assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);
    assert(setvbuf(stdout, NULL, _IONBF, 0) == 0);
    setbuf(stdin, NULL);
    if (file == NULL)
        return 0;
    assert(fileno(file) > 2);
    if (__VERIFIER_nondet_bool()) {
        character = one_character(file);
        assert(character == EOF || (character >= 0 && character <= 255));
    } else {
        one_line(file);
    }
    assert(ungetc('x', file) == 'x');
    clearerr(file);
    rewind(file);
    assert(fseek(file, 0, SEEK_SET) <= 0);
    assert(fclose(file) <= 0);
}
