/* Characters, in the C locale. */
#include <ctype.h>

int isupper(int character)
{
    return character >= 'A' && character <= 'Z';
}

int islower(int character)
{
    return character >= 'a' && character <= 'z';
}

int isdigit(int character)
{
    return character >= '0' && character <= '9';
}

int isalpha(int character)
{
    return isupper(character) || islower(character);
}

int isalnum(int character)
{
    return isalpha(character) || isdigit(character);
}

int isblank(int character)
{
    return character == ' ' || character == '\t';
}

int isspace(int character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

int iscntrl(int character)
{
    return (character >= 0 && character < 32) || character == 127;
}

int isprint(int character)
{
    return character >= 32 && character < 127;
}

int isgraph(int character)
{
    return character > 32 && character < 127;
}

int ispunct(int character)
{
    return isgraph(character) && !isalnum(character);
}

int isxdigit(int character)
{
    return isdigit(character) || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
}

int isascii(int character)
{
    return character >= 0 && character < 128;
}

int tolower(int character)
{
    return isupper(character) ? character - 'A' + 'a' : character;
}

int toupper(int character)
{
    return islower(character) ? character - 'a' + 'A' : character;
}

int toascii(int character)
{
    return character & 127;
}
