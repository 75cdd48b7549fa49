package hosting

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"sync"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// maxAnswer bounds what is read of an answer to something that was sent.
const maxAnswer = 1 << 20

// waitForBody sends requests and returns only when nobody reads their bodies any more. net/http hands an early answer
// over while it still sends, so a picture that is rewound for the next try, by us or by a library, would be read from
// two sides.
type waitForBody struct{ to http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (w waitForBody) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return w.to.RoundTrip(r)
	}
	sent := &trackedBody{r: r.Body, closed: make(chan struct{})}
	r = r.Clone(r.Context())
	r.Body = sent
	resp, err := w.to.RoundTrip(r)
	if err == nil {
		var answer []byte
		answer, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
		resp.Body.Close() // which ends the sending, where it still goes on
		resp.Body = io.NopCloser(bytes.NewReader(answer))
	}
	<-sent.closed // RoundTrip closes the body in every case, if later
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// trackedBody tells when it is closed.
type trackedBody struct {
	r      io.ReadCloser
	once   sync.Once
	closed chan struct{}
}

// Read implements io.Reader.
func (b *trackedBody) Read(p []byte) (int, error) { return b.r.Read(p) }

// Close implements io.Closer.
func (b *trackedBody) Close() error {
	err := b.r.Close()
	b.once.Do(func() { close(b.closed) })
	return err
}

// newClient makes the S3 client of a bucket.
func newClient(c S3, endpoint *url.URL, secret Secret, transport http.RoundTripper) (*minio.Client, error) {
	lookup := map[string]minio.BucketLookupType{
		AddressAuto: minio.BucketLookupAuto, AddressPath: minio.BucketLookupPath, AddressHost: minio.BucketLookupDNS,
	}
	client, err := minio.New(endpoint.Host, &minio.Options{
		Creds:        credentials.NewStaticV4(c.AccessKey, secret.reveal(), ""),
		Secure:       endpoint.Scheme == "https",
		Transport:    expectContinue{waitForBody{transport}},
		Region:       c.Region,
		BucketLookup: lookup[c.Addressing],
		MaxRetries:   1, // this package tries again by itself, and says how often
	})
	if err != nil { // its text quotes the endpoint
		return nil, badConfig("endpoint")
	}
	return client, nil
}

// expectContinue asks before it sends a body (RFC 9110 10.1.1). A host that refuses does so at once and hangs up, and
// then a picture on its way would hide the answer behind a broken connection.
type expectContinue struct{ to http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (p expectContinue) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPut && r.ContentLength != 0 {
		r = r.Clone(r.Context())
		r.Header.Set("Expect", "100-continue")
	}
	return p.to.RoundTrip(r)
}
