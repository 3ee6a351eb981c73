// verdict: out-of-bounds
/* An array whose number of elements is less than none. */
signed char __VERIFIER_nondet_char(void);

int main(void)
{
    signed char count = __VERIFIER_nondet_char();

    if (count > 3)
        return 0;
    int numbers[count + 2]; // here

    if (count + 2 > 0)
        numbers[count + 1] = 1;
    return 0;
}
