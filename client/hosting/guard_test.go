package hosting

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"viviscope/client/hosting/hostingtest"
)

// bucketWithHandler returns a bucket at a server with the given handler.
func bucketWithHandler(t *testing.T, h http.HandlerFunc) *testBucket {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return bucketAt(t, s.URL)
}

func bucketAt(t *testing.T, endpoint string) *testBucket {
	p := &testBucket{config: Config{Kind: KindS3,
		S3: S3{Endpoint: endpoint, Region: hostingtest.Region, Bucket: "pictures",
			AccessKey: hostingtest.AccessKey}}}
	p.setOptions(t)
	return p
}

func TestSignedRequestFollowsNoRedirect(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("%s went elsewhere with %v", r.Method, r.Header)
	}))
	defer elsewhere.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		p := bucketWithHandler(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, status)
		})
		_, err := put(t.Context(), p.host(t), testPicture(), nil)
		if e := checkErr(t, err, ErrUnreachable); e.Detail != DetailRedirected {
			t.Errorf("%d: %v", status, err)
		}
		checkErr(t, p.host(t).Delete(t.Context(), "a.png"), ErrUnreachable)
		if len(p.waits.all) > 0 {
			t.Errorf("%d: waited %v", status, p.waits.all)
		}
	}
}

// Error responses that the other tests do not cause.
func TestErrorsOfResponses(t *testing.T) {
	for _, tc := range []struct {
		name   string
		status int
		kind   error
		tries  int
	}{
		{"read only", 403, ErrRefused, 1},
		{"full", 507, ErrFull, 1},
		{"too large", 413, ErrFull, 1},
		{"no parent", 409, ErrNotFound, 1},
		{"in trouble", 503, ErrFault, maxTries},
		{"asks to wait", 429, ErrFault, maxTries},
		{"nothing to write to", 405, ErrFault, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			puts := 0
			p := bucketWithHandler(t, func(w http.ResponseWriter, r *http.Request) {
				puts++
				if r.Header.Get("Content-Type") != "image/png" {
					t.Errorf("put with %v", r.Header)
				}
				w.WriteHeader(tc.status)
			})
			_, err := put(t.Context(), p.host(t), testPicture(), nil)
			checkErr(t, err, tc.kind)
			if puts != tc.tries {
				t.Errorf("%d tries", puts)
			}
		})
	}
}

func TestBucketOnIPv6(t *testing.T) {
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
	if err := bucketAt(t, s.URL).host(t).Delete(t.Context(), "a.png"); err != nil {
		t.Fatal(err)
	}
	if want := "DELETE " + l.Addr().String(); len(asked) != 1 || asked[0] != want {
		t.Errorf("asked %v, want %s", asked, want)
	}
}
