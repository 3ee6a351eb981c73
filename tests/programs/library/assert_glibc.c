// verdict: assertion
/* What assert and assert_perror call in programs that were preprocessed with glibc's headers. */
extern void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function);
extern void __assert_perror_fail(int error, const char *file, unsigned int line, const char *function);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    if (__VERIFIER_nondet_int())
        __assert_fail("0", "assert_glibc.c", 10, "main"); // here
    __assert_perror_fail(1, "assert_glibc.c", 11, "main"); // here
}
