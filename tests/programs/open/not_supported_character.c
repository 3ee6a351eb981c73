// verdict: unsupported
/* A character that Unicode does not have: gcc warns, and makes up some bytes. */
int main(void)
{
    const char *text = "\U00110000"; // here

    return text[0];
}
