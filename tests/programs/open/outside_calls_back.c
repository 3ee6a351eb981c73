// verdict: assertion
/* It may call a function that it was handed, more than once. */
#include <assert.h>

typedef void handler(int event);

void on_event(handler *handler);

int events;

static void count(int event)
{
    (void)event;
    events++;
}

int main(void)
{
    on_event(count);
    assert(events <= 1);  // here
    return 0;
}
