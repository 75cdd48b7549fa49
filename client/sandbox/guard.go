package sandbox

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// guard refuses what comes from a page in a browser: a name that was pointed at this computer (Host), or a page of another
// origin (Origin). Programs send no Origin.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "req_"+randomID(24))
		if !isLoopback(hostOf(r.Host)) {
			s.refuse(w, &refusal{http.StatusForbidden, typeForbidden, codeForbidden, "this service answers on loopback only: unexpected Host header"})
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && !sameOrigin(origin, r) {
			s.refuse(w, &refusal{http.StatusForbidden, typeForbidden, codeForbidden, "this service does not answer pages of other origins"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf takes the port from a Host header.
func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
}

func sameOrigin(origin string, r *http.Request) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == scheme(r) && u.Host == r.Host
}

func scheme(r *http.Request) string {
	if r.TLS != nil {
		return "https"
	}
	return "http"
}

// withKey lets only the holder of the key through (interface 5).
func (s *Server) withKey(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		word, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(word, "Bearer") || strings.TrimSpace(key) == "" {
			s.refuse(w, &refusal{http.StatusUnauthorized, typeAuth, codeBadKey, "no API key: send the header Authorization: Bearer <API_KEY>"})
			return
		}
		if !equalSecret(strings.TrimSpace(key), s.key) {
			s.refuse(w, &refusal{http.StatusUnauthorized, typeAuth, codeBadKey, "invalid API key"})
			return
		}
		next(w, r)
	})
}

// equalSecret compares in a time that says nothing about either.
func equalSecret(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
