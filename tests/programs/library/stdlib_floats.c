// verdict: safe
// except: cseq large
/* Floating-point numbers as text. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *end;

    assert(atof("1.5") == 1.5 && atof("-2") == -2.0 && atof(".25") == 0.25 && atof("") == 0.0);
    assert(strtod(" 3.14159x", &end) == 3.14159 && *end == 'x');
    assert(strtod("1e3", &end) == 1000.0 && *end == 0);
    assert(strtod("1e", &end) == 1.0 && *end == 'e');
    assert(strtod("25e-2", 0) == 0.25 && strtod("0.1", 0) == 0.1 && strtod("1.", &end) == 1.0 && *end == 0);
    assert(strtod("0.000001234", 0) == 0.000001234 && strtod("123456789012345", 0) == 123456789012345.0);
    assert(strtof("0.1", 0) == 0.1f);
}
