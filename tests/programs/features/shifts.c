/* Shifts of every width, signed and unsigned, and rotations built from them. */
#include <stdint.h>
#include <stdio.h>

static uint32_t rotate_left(uint32_t x, unsigned n) { return n ? x << n | x >> (32 - n) : x; }
static uint8_t rotate_byte(uint8_t x, int n) { return x << n | x >> (8 - n); }
static uint64_t rotate_right(uint64_t x, unsigned n) { return x >> (n & 63) | x << (-n & 63); }

static uint32_t crc(const char *s) {
    uint32_t c = ~0u;
    while (*s) {
        c ^= (uint8_t)*s++;
        for (int i = 0; i < 8; i++)
            c = c >> 1 ^ (0xedb88320 & -(c & 1));
    }
    return ~c;
}

int main(void) {
    for (int n = 0; n < 32; n += 5)
        printf("%u %u %d %d\n", 0xdeadbeefu << n, 0xdeadbeefu >> n, -123456789 >> n, 0x7fffffff >> n);
    for (int n = 0; n < 64; n += 13)
        printf("%lu %lu %ld\n", 0x123456789abcdef0ul << n, 0xfedcba9876543210ul >> n, (long)0xfedcba9876543210ul >> n);
    uint8_t byte = 0x81;
    printf("%d %d %d\n", byte << 1, (uint8_t)(byte << 1), byte >> 1);
    int8_t sbyte = -127;
    printf("%d %d\n", sbyte >> 1, (uint8_t)sbyte >> 1);
    uint16_t half = 0x8001;
    half <<= 1;
    printf("%d ", half);
    half >>= 1;
    printf("%d\n", half);
    long l = 1;
    l <<= 40;
    printf("%ld %ld\n", l, 1L << 62);
    printf("%llu\n", 1ull << 63);
    printf("%x %x\n", rotate_left(0x12345678, 8), rotate_left(0x80000001, 1));
    printf("%x %lx\n", rotate_byte(0x96, 3), (unsigned long)rotate_right(0x0123456789abcdef, 12));
    printf("%08x %08x\n", crc("123456789"), crc(""));
    unsigned bits = 0;
    for (unsigned v = 0xf0f0a5a5; v; v &= v - 1)
        bits++;
    printf("%u\n", bits);
    char count = 3;
    printf("%d %zu\n", 1 << count, sizeof((char)1 << 1L));
    printf("%d\n", (1 << 4 | 1 << 2) >> (count - 1));
    printf("%u\n", (unsigned)-1 >> 28);
    return 1 << 7 >> 3;
}
