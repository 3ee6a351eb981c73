/* stdint.h: exact, least and pointer types, their limits and constants. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static uint64_t hash(const void *data, size_t n) {
    const uint8_t *p = data;
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < n; i++) {
        h ^= p[i];
        h *= UINT64_C(1099511628211);
    }
    return h;
}

static uint32_t xorshift(uint32_t *state) {
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

static uint64_t multiply_high(uint64_t a, uint64_t b) {
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t low = al * bl, mid = ah * bl + (low >> 32), cross = al * bh + (uint32_t)mid;
    return ah * bh + (mid >> 32) + (cross >> 32);
}

int main(void) {
    printf("%d %d %d %d\n", INT8_MIN, INT8_MAX, INT16_MIN, INT16_MAX);
    printf("%d %d %u\n", INT32_MIN, INT32_MAX, UINT32_MAX);
    printf("%" PRId64 " %" PRId64 " %" PRIu64 "\n", INT64_MIN, INT64_MAX, UINT64_MAX);
    printf("%zu %zu %zu %zu\n", sizeof(int8_t), sizeof(uint16_t), sizeof(int_least32_t), sizeof(uint_fast8_t));
    printf("%zu %zu %zu\n", sizeof(intptr_t), sizeof(intmax_t), sizeof(size_t));
    printf("%d %d\n", SIZE_MAX == UINT64_MAX, PTRDIFF_MAX > 0);
    printf("%016" PRIx64 " %016" PRIx64 "\n", hash("smtcb", 5), hash("", 0));
    uint32_t state = 2463534242u;
    for (int i = 0; i < 4; i++)
        printf("%" PRIu32 " ", xorshift(&state));
    printf("\n%" PRIx64 "\n", multiply_high(0xfedcba9876543210, 0x0123456789abcdef));
    int8_t i8 = INT8_MAX;
    i8 += 1;
    uint8_t u8 = 0;
    u8 -= 1;
    int16_t i16 = (int16_t)40000;
    uint16_t u16 = (uint16_t)-5;
    printf("%d %d %d %d\n", i8, u8, i16, u16);
    printf("%d\n", (uint16_t)(u16 + u8) == (u16 + u8));
    uint64_t product = (uint64_t)UINT32_MAX * UINT32_MAX;
    printf("%" PRIu64 " %" PRIu64 "\n", product, (uint64_t)(UINT32_MAX * UINT32_MAX));
    printf("%d\n", INT64_C(1) << 40 > INT32_MAX);
    intptr_t address = (intptr_t)&state;
    return *(uint32_t *)address == state ? 12 : 13;
}
