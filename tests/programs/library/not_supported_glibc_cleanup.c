// verdict: unsupported
/* glibc's cleanup handlers, as its header makes them: whoever exits inside would have to jump. */
#include <pthread.h>

struct buffer {
    void *space[16];
};

extern void __pthread_register_cancel(struct buffer *buffer);
extern void __pthread_unregister_cancel(struct buffer *buffer);

int main(void)
{
    struct buffer buffer;

    __pthread_register_cancel(&buffer);
    __pthread_unregister_cancel(&buffer); /* nobody exited: fine */
    __pthread_register_cancel(&buffer);
    pthread_exit(0); // here
}
