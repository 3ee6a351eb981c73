// memory
// A text is read up to a character that it may not have.
int main(int argc, char **argv)
{
    char *place;

    if (argc < 2)
        return 0;
    for (place = argv[1]; *place != 0 && *place != '='; place++) // safe
    for (place = argv[1]; *place != '='; place++) // unsafe
        ;
    return 0;
}
