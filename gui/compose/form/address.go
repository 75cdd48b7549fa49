package form

import (
	"net/netip"
	"net/url"
	"strings"
)

// reaches reports whether the profile's service can be expected to fetch a link. Services take public addresses only
// (interface 2.2): a name or number of this computer or of its network means something else there, or nothing. A service
// that runs in that network itself reaches what is in it.
func (e Env) reaches(link string) bool {
	u, err := url.Parse(link)
	if err != nil || isPublic(u.Hostname()) {
		return true // what is no link breaks another rule
	}
	own, err := url.Parse(e.Own)
	return err == nil && own.Hostname() != "" && !isPublic(own.Hostname())
}

// isPublic reports whether a host can mean the same from everywhere. Names are not looked up.
func isPublic(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsGlobalUnicast() && !ip.IsPrivate()
	}
	for _, private := range []string{".localhost", ".local", ".internal", ".lan", ".home.arpa"} {
		if strings.HasSuffix(host, private) {
			return false
		}
	}
	return strings.Contains(host, ".")
}
