// verdict: deadlock
// except: cseq large
/* Nobody adds to the counter. */
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int main(void)
{
    uint64_t value;
    int counter = eventfd(0, 0);

    return read(counter, &value, sizeof value) == sizeof value; // here
}
