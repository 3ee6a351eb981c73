#include "show.h"
#include <search.h>
#include <stdlib.h>
int main(void)
{
    hcreate(10);
    ENTRY e = {"one", (void *)1}, *f;
    hsearch(e, ENTER);
    e.key = "two";
    e.data = (void *)2;
    hsearch(e, ENTER);
    e.key = "one";
    f = hsearch(e, FIND);
    show(f != 0 && (long)f->data == 1);
    e.key = "x";
    show(hsearch(e, FIND) == 0);
    hdestroy();
    return 0;
}
