// verdict: read-only
/* A buffer pointer is redirected to a string literal while another thread writes through it. */
#include <pthread.h>

char buffer[] = "text";
char *volatile text = buffer;

void *redirect(void *unused) {
    text = "literal";
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, redirect, 0);
    text[0] = 'T';  // here
    pthread_join(t, 0);
    return 0;
}
