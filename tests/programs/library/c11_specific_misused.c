// verdict: safe
/* Keys of C11 threads that are not there are refused. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

int main(void)
{
    tss_t key;
    int value;

    assert(tss_create(&key, NULL) == thrd_success && tss_get(key) == NULL);
    assert(tss_set(key, &value) == thrd_success && tss_get(key) == &value);
    tss_delete(key);
    assert(tss_set(key, &value) == thrd_error);
}
