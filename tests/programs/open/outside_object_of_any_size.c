// verdict: unsupported
/* Nobody here knows how many elements it has, so that this is neither right nor out of bounds. */
extern int table[];

int main(void)
{
    return table[3]; // here
}
