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

// Where signed links live.
const (
	clipPath    = "/v1/sandbox/clips/"
	picturePath = "/v1/sandbox/pictures/"
)

// clipLinkLifetime is how long the target of a redirect lives: long enough to begin, short enough that nobody keeps it.
const clipLinkLifetime = 10 * time.Minute

// sign returns the path with its expiry and signature as query.
func (s *Server) sign(path string, dies time.Time) string {
	expires := strconv.FormatInt(dies.Unix(), 10)
	q := url.Values{"expires": {expires}, "signature": {s.signature(path, expires)}}
	return path + "?" + q.Encode()
}

// linkState is what a signed link is worth.
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

// linkRefusal refuses a link that was forged or has died. A dead link is no proof that the clip is gone: whoever asks
// for the content again gets a new one.
func (s *Server) linkRefusal(r *http.Request) *refusal {
	switch s.checkLink(r.URL) {
	case linkForged:
		return &refusal{http.StatusForbidden, typeForbidden, codeForbidden, "the signature of the link is wrong"}
	case linkExpired:
		return &refusal{http.StatusForbidden, typeForbidden, "link_expired", "the link has expired"}
	}
	return nil
}

// equalSecret compares in a time that says nothing about either.
func equalSecret(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
