#ifndef _ENDIAN_H
#define _ENDIAN_H 1

#include <features.h>
#include <stdint.h>

#define LITTLE_ENDIAN 1234
#define BIG_ENDIAN 4321
#define PDP_ENDIAN 3412
#define BYTE_ORDER LITTLE_ENDIAN
#define __LITTLE_ENDIAN 1234
#define __BIG_ENDIAN 4321
#define __PDP_ENDIAN 3412
#define __BYTE_ORDER __LITTLE_ENDIAN
#define __FLOAT_WORD_ORDER __LITTLE_ENDIAN

#define htobe16(value) __builtin_bswap16(value)
#define htole16(value) ((uint16_t)(value))
#define be16toh(value) __builtin_bswap16(value)
#define le16toh(value) ((uint16_t)(value))
#define htobe32(value) __builtin_bswap32(value)
#define htole32(value) ((uint32_t)(value))
#define be32toh(value) __builtin_bswap32(value)
#define le32toh(value) ((uint32_t)(value))
#define htobe64(value) __builtin_bswap64(value)
#define htole64(value) ((uint64_t)(value))
#define be64toh(value) __builtin_bswap64(value)
#define le64toh(value) ((uint64_t)(value))

#endif
