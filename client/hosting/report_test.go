package hosting

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"viviscope/client/hosting/hostingtest"
	"viviscope/client/linkcheck"
)

// checkReport compares the steps with a string: + succeeded, - failed, . did not run.
func checkReport(t *testing.T, r Report, want string) {
	t.Helper()
	var got []string
	for _, s := range r.Steps {
		mark := "."
		switch {
		case s.Ran && s.OK:
			mark = "+"
		case s.Ran:
			mark = "-"
		}
		got = append(got, s.Name+mark)
		if s.OK == (s.Err != nil) && s.Ran || s.Ran == (s.Took <= 0) {
			t.Errorf("step %s: %+v", s.Name, s)
		}
		if s.Err != nil {
			noSecret(t, s.Err.Error())
		}
	}
	if strings.Join(got, " ") != want || r.Host != "127.0.0.1" || r.OK() == strings.ContainsAny(want, ".-") {
		t.Errorf("%v on %s, ok %v; want %s", got, r.Host, r.OK(), want)
	}
}

func TestBucketTestRunsAllSteps(t *testing.T) {
	p := newBucket(t)
	r, err := p.host(t).Test(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, r, "reach+ write+ read+ delete+")
	if r.Encrypted || !r.Private {
		t.Errorf("the warnings are missing: %+v", r)
	}
	if files := p.files(t); len(files) > 0 {
		t.Errorf("left %v", files)
	}
}

// A signed link is secret, so a redirect must not send it as Referer.
func TestReadBackSendsNoReferer(t *testing.T) {
	const signed = "/a.png?X-Amz-Signature=secret"
	asked := 0
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.Header.Get("Referer") != "" {
			t.Errorf("told %s", r.Header.Get("Referer"))
		}
		switch r.URL.Path {
		case "/a.png":
			http.Redirect(w, r, "/b.png", http.StatusFound)
		case "/b.png":
			_, _ = w.Write(testPicture())
		default:
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		}
	}))
	defer site.Close()
	b, err := New(goodS3(), NewSecret(hostingtest.Secret), Options{Wait: func(context.Context, time.Duration) error {
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.transport.CloseIdleConnections()
	if _, err := b.readBack(t.Context(), site.URL+signed, testPicture()); err != nil || asked != 2 {
		t.Errorf("%v, asked %d times", err, asked)
	}
	asked = 0
	if _, err := b.readBack(t.Context(), site.URL+"/round", testPicture()); err == nil ||
		asked > maxTries*(linkcheck.MaxRedirects+1) {
		t.Errorf("%v, asked %d times", err, asked)
	}
}

// A link with other content is detected, and the picture is deleted.
func TestBucketTestDetectsPrivateLink(t *testing.T) {
	for name, read := range map[string]http.HandlerFunc{
		"forbidden":       func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
		"gone":            func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) },
		"something else":  func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "Welcome") },
		"more than it is": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(append(testPicture(), 0)) },
	} {
		var methods []string
		p := bucketWithHandler(t, func(w http.ResponseWriter, r *http.Request) {
			methods = append(methods, r.Method)
			switch r.Method {
			case http.MethodGet:
				read(w, r)
			case http.MethodDelete:
				w.WriteHeader(http.StatusNoContent)
			}
		})
		r, err := p.host(t).Test(t.Context())
		e := checkErr(t, err, ErrNotPublic)
		checkReport(t, r, "reach+ write+ read- delete+")
		if other := name == "something else" || name == "more than it is"; (e.Detail == DetailOtherContent) != other {
			t.Errorf("%s: %v", name, e)
		}
		if got := strings.Join(methods, " "); got != "OPTIONS PUT GET DELETE" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestBucketTestVerifiesCertificates(t *testing.T) {
	cert, key, pool := certificate(t)
	p := newBucket(t, hostingtest.WithTLS(cert, key))
	p.config.S3.Endpoint = strings.Replace(p.config.S3.Endpoint, "http://", "https://", 1)
	r, err := p.host(t).Test(t.Context())
	if e := checkErr(t, err, ErrUnreachable); e.Detail != DetailCertificate {
		t.Errorf("%v does not say why", err)
	}
	checkReport(t, r, "reach- write. read. delete.")
	p.options.RootCAs = pool
	r, err = p.host(t).Test(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, r, "reach+ write+ read+ delete+")
	if !r.Encrypted {
		t.Error("https counts as not encrypted")
	}
	p.config.S3.Endpoint = "http://" + p.server.Addr
	if _, err := put(t.Context(), p.host(t), testPicture(), nil); err == nil {
		t.Error("a server for https took a picture over http")
	}
}

// certificate returns a certificate for 127.0.0.1.
func certificate(t *testing.T) (certFile, keyFile string, pool *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "viviscope test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, b []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AddCert(made)
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "PRIVATE KEY", secret), pool
}
