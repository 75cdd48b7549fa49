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

// maxAnswer limits how much of the response to an upload is read, in bytes.
const maxAnswer = 1 << 20

// waitForBody is a RoundTripper that returns only after the transport has finished with the request body. net/http may
// return an early response while it still sends. A retry that rewinds the picture would then race with that send.
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
		resp.Body.Close() // this stops a send in progress
		resp.Body = io.NopCloser(bytes.NewReader(answer))
	}
	<-sent.closed // the transport always closes the body, possibly after RoundTrip
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// trackedBody closes a channel when it is closed.
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

// newClient returns the S3 client of a bucket.
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
		MaxRetries:   1, // this package retries itself
	})
	if err != nil { // the error text contains the endpoint
		return nil, badConfig("endpoint")
	}
	return client, nil
}

// expectContinue is a RoundTripper that waits for 100 Continue before it sends a body (RFC 9110 10.1.1). A host that
// refuses may close the connection at once, and the failed send would hide its response.
type expectContinue struct{ to http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (p expectContinue) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPut && r.ContentLength != 0 {
		r = r.Clone(r.Context())
		r.Header.Set("Expect", "100-continue")
	}
	return p.to.RoundTrip(r)
}
