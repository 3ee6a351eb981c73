// verdict: safe  bounds: symbolic=1
// except: cseq large
/* A host or a person that is known has all that belongs to one. */
#include <arpa/inet.h>
#include <assert.h>
#include <netdb.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    struct hostent *host = gethostbyname("localhost");
    struct passwd *person;
    struct in_addr address;

    if (host != NULL) {
        assert(host->h_length == sizeof address && host->h_addr_list[0] != NULL && host->h_addr_list[1] == NULL);
        assert(host->h_name[6] == '\0');
    }
    address.s_addr = htonl(192u << 24 | 168 << 16 | 7);
    assert(strcmp(inet_ntoa(address), "192.168.0.7") == 0);
    person = getpwuid(getuid());
    assert(person == NULL || (person->pw_uid == getuid() && person->pw_dir[6] == '\0'));
    person = getpwnam("root");
    assert(person == NULL || person->pw_name != NULL);
    return 0;
}
