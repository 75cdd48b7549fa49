package hosting

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"viviscope/client/hosting/hostingtest"
)

// dav is a folder on a server that misbehaves.
func dav(t *testing.T, h http.HandlerFunc) *place {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	p := &place{config: Config{Kind: KindWebDAV, WebDAV: WebDAV{URL: s.URL + "/dav", User: hostingtest.User, PublicURL: s.URL}}}
	p.fit(t)
	return p
}

func TestThePasswordFollowsNoRedirect(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("%s went elsewhere with %v", r.Method, r.Header)
	}))
	defer elsewhere.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		p := dav(t, func(w http.ResponseWriter, r *http.Request) {
			if _, _, ok := r.BasicAuth(); !ok {
				w.Header().Set("WWW-Authenticate", `Basic realm="a"`)
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, status)
		})
		_, err := put(t.Context(), p.host(t), testPicture(), nil)
		if e := checkErr(t, err, ErrUnreachable); e.Detail != DetailElsewhere {
			t.Errorf("%d: %v", status, err)
		}
		if len(p.waits.retries()) > 0 {
			t.Errorf("%d: waited %v", status, p.waits.all)
		}
	}
}

func TestAuthenticationEnds(t *testing.T) {
	asked := 0
	p := dav(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		w.Header().Set("WWW-Authenticate", `Digest realm="a", nonce="n`+itoa(asked)+`", qop="auth", stale=true`)
		w.WriteHeader(http.StatusUnauthorized)
	})
	_, err := put(t.Context(), p.host(t), testPicture(), nil)
	checkErr(t, err, ErrRefused)
	if asked > maxAsked {
		t.Errorf("asked %d times", asked)
	}
}

// The ways of a server that the real ones of the other tests do not take.
func TestAnswersOfAFolder(t *testing.T) {
	for _, tc := range []struct {
		name          string
		propfind, put int
		kind          error
		tries         int
	}{
		{"read only", 207, 403, ErrRefused, 1},
		{"full", 207, 507, ErrFull, 1},
		{"too large", 207, 413, ErrFull, 1},
		{"no parent", 207, 409, ErrNotFound, 1},
		{"in trouble", 207, 503, ErrFault, tries},
		{"asks to wait", 207, 429, ErrFault, tries},
		{"no PROPFIND, as nginx", 405, 201, nil, 1},
		{"nothing to write to", 405, 405, ErrFault, 1},
		{"a page", 200, 200, ErrFault, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			puts := 0
			p := dav(t, func(w http.ResponseWriter, r *http.Request) {
				switch r.Method {
				case "PROPFIND":
					w.WriteHeader(tc.propfind)
					if tc.propfind == 207 {
						w.Write([]byte(`<d:multistatus xmlns:d="DAV:"><d:response><d:href>/dav/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`))
					}
				case http.MethodPut:
					puts++
					if r.Header.Get("Content-Type") != "image/png" || r.ContentLength != int64(len(testPicture())) {
						t.Errorf("put with %v", r.Header)
					}
					w.WriteHeader(tc.put)
				case http.MethodDelete:
					w.WriteHeader(204)
				}
			})
			_, err := put(t.Context(), p.host(t), testPicture(), nil)
			switch {
			case tc.kind != nil:
				checkErr(t, err, tc.kind)
			case err != nil:
				t.Fatal(err)
			}
			if tc.propfind != 200 && puts != tc.tries {
				t.Errorf("%d tries", puts)
			}
		})
	}
}

// The WebDAV library would escape the brackets.
func TestAFolderOnIPv6(t *testing.T) {
	l, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skipf("no IPv6 here: %v", err)
	}
	var asked []string
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.Host)
		w.WriteHeader(http.StatusNoContent)
	}))
	s.Listener.Close()
	s.Listener = l
	s.Start()
	defer s.Close()
	p := &place{config: Config{Kind: KindWebDAV, WebDAV: WebDAV{URL: s.URL + "/dav", PublicURL: s.URL}}}
	p.fit(t)
	if err := p.host(t).Delete(t.Context(), "a.png"); err != nil {
		t.Fatal(err)
	}
	if want := "DELETE " + l.Addr().String(); len(asked) != 1 || asked[0] != want {
		t.Errorf("asked %v, want %s", asked, want)
	}
}
