// verdict: safe  bounds: signals=0
// except: cseq slow
/* The other stack is kept as it was set; it cannot be changed while a handler runs on it. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>

static char memory[16384];

static void handler(int number)
{
    stack_t now;

    (void)number;
    assert(sigaltstack(NULL, &now) == 0 && now.ss_flags == SS_ONSTACK && now.ss_sp == memory);
    now.ss_flags = SS_DISABLE;
    errno = 0;
    assert(sigaltstack(&now, NULL) == -1 && errno == EPERM);
}

int main(void)
{
    struct sigaction action = {0};
    stack_t stack = {memory, 0, sizeof memory}, now;

    assert(sigaltstack(NULL, &now) == 0 && now.ss_flags == SS_DISABLE);
    assert(sigaltstack(&stack, NULL) == 0);
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK;
    assert(sigaction(SIGUSR1, &action, NULL) == 0);
    raise(SIGUSR1);
    stack.ss_size = 1;
    assert(sigaltstack(&stack, NULL) == -1 && errno == ENOMEM);
    stack.ss_flags = 77;
    assert(sigaltstack(&stack, &now) == -1 && errno == EINVAL);
    assert(sigaltstack(NULL, &now) == 0 && now.ss_size == sizeof memory && now.ss_flags == 0);
    stack.ss_flags = SS_DISABLE;
    assert(sigaltstack(&stack, NULL) == 0 && sigaltstack(NULL, &now) == 0 && now.ss_flags == SS_DISABLE);
    return 0;
}
