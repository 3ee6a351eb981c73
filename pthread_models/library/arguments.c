/* What the program is called with: any arguments, each any text, within two bounds. */
#include <smtcb.h>
#include <stddef.h>

/* Set by --max-args and --max-arg-length. */
int __smtcb_most_arguments = 0;
int __smtcb_longest_text = 0;

/* Where inputs are tried one after the other: some texts that are tried instead of all, or null. */
char **__smtcb_likely_texts = NULL;
int __smtcb_likely_count = 0;

/* How the program was called: kept for the counterexample, since the program may write to what it got. */
int __smtcb_given_count = 0;
struct __smtcb_given *__smtcb_given_arguments = NULL;

static char program_name[] = "./prog";

/* Any number up to `most`: the smallest first where inputs are tried one after the other. A choice between constants,
   which is cheap in formulas; so are loops whose number of rounds is known. */
static int any_number(int most)
{
    _Bool larger = 1;
    int number = 0;
    int i;

    for (i = 1; i <= most; i++) {
        if (larger)
            larger = __VERIFIER_nondet_bool();
        if (larger)
            number = i;
    }
    return number;
}

static char *likely_text(struct __smtcb_given *given, _Bool wanted)
{
    char *likely = __smtcb_likely_texts[wanted ? any_number(__smtcb_likely_count - 1) : 0];
    char *text;
    int i;

    given->bytes = (const struct __smtcb_byte *)likely;
    for (given->length = 0; likely[given->length] != '\0'; given->length++)
        ;
    text = __smtcb_allocate_internally(given->length + 1, 1);
    for (i = 0; i < given->length; i++)
        text[i] = likely[i];
    return text;
}

/* Any text of up to __smtcb_longest_text characters if one is wanted. Its object ends with the text, so that whoever
   reads on is noticed. The concrete machine chooses a character when it is first looked at. As many objects are
   allocated in any case, so that what is allocated later has the same number on all paths. */
char *__smtcb_any_text(struct __smtcb_given *given, _Bool wanted)
{
    struct __smtcb_byte *bytes;
    struct __smtcb_byte *text;
    int length;
    int i;

    if (__smtcb_likely_texts != NULL)
        return likely_text(given, wanted);
    bytes = __smtcb_allocate_internally(__smtcb_longest_text, 0);
    length = wanted ? any_number(__smtcb_longest_text) : 0;
    text = __smtcb_allocate_internally(length + 1, 1);
    for (i = 0; i < __smtcb_longest_text; i++)
        if (i < length)
            text[i] = bytes[i];
    given->bytes = bytes;
    given->length = length;
    return (char *)text;
}

/* argc. */
int __smtcb_any_count(void)
{
    __smtcb_given_count = 1 + any_number(__smtcb_most_arguments);
    return __smtcb_given_count;
}

/* argv. */
char **__smtcb_any_arguments(int count)
{
    char **arguments = __smtcb_allocate_internally((count + 1) * sizeof *arguments, 1);
    int i;

    __smtcb_given_arguments =
        __smtcb_allocate_internally((__smtcb_most_arguments + 1) * sizeof *__smtcb_given_arguments, 1);
    arguments[0] = program_name;
    for (i = 1; i <= __smtcb_most_arguments; i++) {
        char *text = __smtcb_any_text(&__smtcb_given_arguments[i], i < count);

        if (i < count)
            arguments[i] = text;
    }
    return arguments;
}
