package hostingtest

import (
	"os"
	"path/filepath"
	"testing"
)

// The credentials, the region and the bucket of every server.
const (
	AccessKey = "AKIDTESTTESTTEST"
	Secret    = "s3cr3t/K3y+of=the&Bucket" // with characters that need escaping somewhere
	Region    = "us-east-1"
	Bucket    = "pictures" // exists
)

// Option configures a server.
type Option func(*options)

type options struct{ cert, key string }

// WithTLS makes a server use https with a certificate and a key in PEM files.
func WithTLS(cert, key string) Option { return func(o *options) { o.cert, o.key = cert, key } }

func (o options) flags(cert, key string) []string {
	if o.cert == "" {
		return nil
	}
	return []string{cert, o.cert, key, o.key}
}

// S3 starts an S3 server that contains [Bucket]. It verifies signatures, including those of presigned links.
func S3(t testing.TB, opts ...Option) *Server {
	t.Helper()
	o := apply(opts)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, Bucket), 0o700); err != nil {
		t.Fatal(err)
	}
	if versity := os.Getenv("VIVISCOPE_VERSITYGW"); versity != "" && useProcess() {
		return start(t, versity, dir, []string{"ROOT_ACCESS_KEY=" + AccessKey, "ROOT_SECRET_KEY=" + Secret},
			func(addr string) []string {
				return append(append([]string{"--port", addr, "--quiet"}, o.flags("--cert", "--key")...), "posix", dir)
			})
	}
	if !useProcess() {
		return startInProcess(t, dir, o, s3Handler(dir))
	}
	return start(t, binary(t), dir, nil, func(addr string) []string {
		return append([]string{"serve", "s3", "--addr", addr, "--auth-key", AccessKey + "," + Secret,
			"--vfs-cache-mode", "off", dir}, o.flags("--cert", "--key")...)
	})
}

func apply(opts []Option) options {
	var o options
	for _, f := range opts {
		f(&o)
	}
	return o
}
