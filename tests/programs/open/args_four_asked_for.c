// verdict: assertion  bounds: max_arg_length=1
// except: explicit many-inputs
/* More arguments than usual are tried, since the program asks for four. */
#include <assert.h>
#include <pthread.h>

int meals;

static void *eat(void *unused)
{
    meals++;
    return unused;
}

int main(int count, char **texts)
{
    pthread_t one, two;

    if (count != 5 || texts[4][0] != 'x')
        return 1;
    pthread_create(&one, NULL, eat, NULL);
    pthread_create(&two, NULL, eat, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(meals == 2); // here
    return 0;
}
