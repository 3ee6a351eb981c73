// verdict: use-after-free
/* Memory that was given back cannot grow. */
#include <stdlib.h>

int main(void)
{
    char *object = malloc(2);

    free(object);
    object = realloc(object, 4); // here
}
