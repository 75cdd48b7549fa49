package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// URL paths of signed links.
const (
	clipPath    = "/v1/sandbox/clips/"
	picturePath = "/v1/sandbox/pictures/"
)

// clipLinkLifetime is the lifetime of the redirect target: long enough to start a download, too short to be stored.
const clipLinkLifetime = 10 * time.Minute

// sign returns the path with its expiry and signature as the query.
func (s *Server) sign(path string, dies time.Time) string {
	expires := strconv.FormatInt(dies.Unix(), 10)
	q := url.Values{"expires": {expires}, "signature": {s.signature(path, expires)}}
	return path + "?" + q.Encode()
}

// linkState is the validity of a signed link.
type linkState int

const (
	linkForged linkState = iota
	linkExpired
	linkValid
)

func (s *Server) checkLink(u *url.URL) linkState {
	q := u.Query()
	expires := q.Get("expires")
	if !hmac.Equal([]byte(q.Get("signature")), []byte(s.signature(u.Path, expires))) {
		return linkForged
	}
	unix, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return linkForged
	}
	if !s.opts.Now().Before(time.Unix(unix, 0)) {
		return linkExpired
	}
	return linkValid
}

func (s *Server) signature(path, expires string) string {
	mac := hmac.New(sha256.New, []byte(s.identity.Secret))
	mac.Write([]byte(path + "\n" + expires))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// linkRefusal returns the error for a forged or expired link, or nil. The clip of an expired link may still exist; a
// new request for the content returns a new link.
func (s *Server) linkRefusal(r *http.Request) *refusal {
	switch s.checkLink(r.URL) {
	case linkForged:
		return &refusal{http.StatusForbidden, typeForbidden, codeForbidden, "the signature of the link is wrong"}
	case linkExpired:
		return &refusal{http.StatusForbidden, typeForbidden, "link_expired", "the link has expired"}
	}
	return nil
}

// equalSecret compares two secrets in constant time.
func equalSecret(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
