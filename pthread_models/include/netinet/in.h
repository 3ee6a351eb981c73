#ifndef _NETINET_IN_H
#define _NETINET_IN_H 1

#include <stdint.h>
#include <sys/socket.h>

typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;

struct in_addr {
    in_addr_t s_addr;
};

struct sockaddr_in {
    sa_family_t sin_family;
    in_port_t sin_port;
    struct in_addr sin_addr;
    unsigned char sin_zero[8];
};

struct in6_addr {
    union {
        uint8_t s6_addr[16];
        uint32_t __words[4];
    };
};

struct sockaddr_in6 {
    sa_family_t sin6_family;
    in_port_t sin6_port;
    uint32_t sin6_flowinfo;
    struct in6_addr sin6_addr;
    uint32_t sin6_scope_id;
};

#define INADDR_ANY ((in_addr_t)0x00000000)
#define INADDR_BROADCAST ((in_addr_t)0xffffffff)
#define INADDR_NONE ((in_addr_t)0xffffffff)
#define INADDR_LOOPBACK ((in_addr_t)0x7f000001)
#define INET_ADDRSTRLEN 16
#define INET6_ADDRSTRLEN 46
#define IPPROTO_IP 0
#define IPPROTO_ICMP 1
#define IPPROTO_TCP 6
#define IPPROTO_UDP 17
#define IPPROTO_IPV6 41
#define IPPROTO_IGMP 2
#define IPPROTO_ICMPV6 58
#define IPPROTO_RAW 255
#define IPPROTO_SCTP 132
#define IP_TOS 1
#define IP_TTL 2
#define IP_HDRINCL 3
#define IP_OPTIONS 4
#define IP_PKTINFO 8
#define IP_MTU_DISCOVER 10
#define IP_RECVERR 11
#define IP_RECVTTL 12
#define IP_MULTICAST_IF 32
#define IP_MULTICAST_TTL 33
#define IP_MULTICAST_LOOP 34
#define IP_ADD_MEMBERSHIP 35
#define IP_DROP_MEMBERSHIP 36
#define IPV6_UNICAST_HOPS 16
#define IPV6_MULTICAST_IF 17
#define IPV6_MULTICAST_HOPS 18
#define IPV6_MULTICAST_LOOP 19
#define IPV6_JOIN_GROUP 20
#define IPV6_LEAVE_GROUP 21
#define IPV6_V6ONLY 26
#define IPV6_PKTINFO 50
#define IPV6_RECVPKTINFO 49
#define SOL_IP 0
#define SOL_IPV6 41

#define IN_CLASSA(address) (((in_addr_t)(address) & 0x80000000) == 0)
#define IN_CLASSB(address) (((in_addr_t)(address) & 0xc0000000) == 0x80000000)
#define IN_CLASSC(address) (((in_addr_t)(address) & 0xe0000000) == 0xc0000000)
#define IN_CLASSD(address) (((in_addr_t)(address) & 0xf0000000) == 0xe0000000)
#define IN_MULTICAST(address) IN_CLASSD(address)
#define IN_LOOPBACKNET 127
#define __IN6_WORDS(address) (((const struct in6_addr *)(address))->__words)
#define __IN6_BYTES(address) ((const uint8_t *)(address))
#define IN6_IS_ADDR_UNSPECIFIED(address)                                      \
    (__IN6_WORDS(address)[0] == 0 && __IN6_WORDS(address)[1] == 0 && __IN6_WORDS(address)[2] == 0 \
     && __IN6_WORDS(address)[3] == 0)
#define IN6_IS_ADDR_LOOPBACK(address)                                         \
    (__IN6_WORDS(address)[0] == 0 && __IN6_WORDS(address)[1] == 0 && __IN6_WORDS(address)[2] == 0 \
     && __IN6_WORDS(address)[3] == htonl(1))
#define IN6_IS_ADDR_V4MAPPED(address)                                         \
    (__IN6_WORDS(address)[0] == 0 && __IN6_WORDS(address)[1] == 0 && __IN6_WORDS(address)[2] == htonl(0xffff))
#define IN6_IS_ADDR_LINKLOCAL(address) (__IN6_BYTES(address)[0] == 0xfe && (__IN6_BYTES(address)[1] & 0xc0) == 0x80)
#define IN6_IS_ADDR_SITELOCAL(address) (__IN6_BYTES(address)[0] == 0xfe && (__IN6_BYTES(address)[1] & 0xc0) == 0xc0)
#define IN6_IS_ADDR_MULTICAST(address) (__IN6_BYTES(address)[0] == 0xff)
#define IN6_ARE_ADDR_EQUAL(left, right)                                       \
    (__IN6_WORDS(left)[0] == __IN6_WORDS(right)[0] && __IN6_WORDS(left)[1] == __IN6_WORDS(right)[1] \
     && __IN6_WORDS(left)[2] == __IN6_WORDS(right)[2] && __IN6_WORDS(left)[3] == __IN6_WORDS(right)[3])

#define IN6ADDR_ANY_INIT {{{0}}}
#define IN6ADDR_LOOPBACK_INIT {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}}
extern const struct in6_addr in6addr_any, in6addr_loopback;

uint16_t htons(uint16_t value);
uint16_t ntohs(uint16_t value);
uint32_t htonl(uint32_t value);
uint32_t ntohl(uint32_t value);

#endif
