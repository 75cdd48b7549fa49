package sandbox

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"time"
)

// hostedPath is the URL path of hosted local pictures. They can be frames without a bucket.
const hostedPath = "/v1/sandbox/hosted/"

var errHosted = errors.New("not a hosted picture")

// HostedName returns a new unguessable name for a local picture.
func HostedName(mime string) string {
	b := make([]byte, 20)
	rand.Read(b) // never fails
	name := hex.EncodeToString(b)
	ext := map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}[mime]
	return name[:16] + "-" + name[16:] + ext
}

// Host stores a local picture under a name from [HostedName], and returns its link, which needs no key. [Server.Unhost]
// deletes it. The server must be listening.
func (s *Server) Host(name string, picture io.Reader) (link string, err error) {
	if !hostedName.MatchString(name) {
		return "", errHosted
	}
	_, err = s.store.writeFile(hostedDir+"/"+name, func(to io.Writer) error {
		n, err := io.Copy(to, io.LimitReader(picture, maxPictureBytes+1))
		if n > maxPictureBytes {
			err = errors.New("the picture is too large")
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return s.BaseURL() + hostedPath + name, nil
}

// Unhost deletes a hosted picture. It succeeds if the picture is already gone.
func (s *Server) Unhost(name string) error {
	if !hostedName.MatchString(name) {
		return errHosted
	}
	return s.store.remove(hostedDir + "/" + name)
}

// getHosted serves a hosted picture.
func (s *Server) getHosted(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if !hostedName.MatchString(name) {
		s.noRoute(w, r)
		return
	}
	kind := cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream")
	s.serveFile(w, r, hostedDir+"/"+name, kind, `"`+name+`"`, time.Time{})
}
