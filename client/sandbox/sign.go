package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"time"
)

// A signed link carries its own permission: whoever has it may fetch that one file until it dies, without the key.

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
	linkDead
	linkAlive
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
		return linkDead
	}
	return linkAlive
}

func (s *Server) signature(path, expires string) string {
	mac := hmac.New(sha256.New, []byte(s.identity.Secret))
	mac.Write([]byte(path + "\n" + expires))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
