package hostingtest

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// What the servers want to hear.
const (
	AccessKey = "AKIDTESTTESTTEST"
	User      = "painter"
	Secret    = "s3cr3t/K3y+of=the&Bucket" // of both; with characters that need escaping somewhere
	Region    = "us-east-1"
	Bucket    = "pictures" // exists
)

// Option changes how a server is started.
type Option func(*options)

type options struct{ cert, key string }

// WithTLS makes a server speak https with a certificate and key in PEM files.
func WithTLS(cert, key string) Option { return func(o *options) { o.cert, o.key = cert, key } }

func (o options) flags(cert, key string) []string {
	if o.cert == "" {
		return nil
	}
	return []string{cert, o.cert, key, o.key}
}

// S3 starts an S3 server with Bucket in it. Signatures are checked, those of presigned links too.
func S3(t testing.TB, opts ...Option) *Server {
	t.Helper()
	o := apply(opts)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, Bucket), 0o700); err != nil {
		t.Fatal(err)
	}
	if versity := os.Getenv("VIVISCOPE_VERSITYGW"); versity != "" && long() {
		return start(t, versity, dir, []string{"ROOT_ACCESS_KEY=" + AccessKey, "ROOT_SECRET_KEY=" + Secret}, func(addr string) []string {
			return append(append([]string{"--port", addr, "--quiet"}, o.flags("--cert", "--key")...), "posix", dir)
		})
	}
	if !long() {
		return startInside(t, dir, o, s3Handler(dir))
	}
	return start(t, binary(t), dir, nil, func(addr string) []string {
		return append([]string{"serve", "s3", "--addr", addr, "--auth-key", AccessKey + "," + Secret, "--vfs-cache-mode", "off", dir}, o.flags("--cert", "--key")...)
	})
}

// WebDAV starts a WebDAV server for User.
func WebDAV(t testing.TB, opts ...Option) *Server {
	t.Helper()
	o := apply(opts)
	dir := t.TempDir()
	if !long() {
		return startInside(t, dir, o, davHandler(dir))
	}
	return start(t, binary(t), dir, nil, func(addr string) []string {
		return append([]string{"serve", "webdav", "--addr", addr, "--user", User, "--pass", Secret, "--dir-cache-time", "0", dir}, o.flags("--cert", "--key")...)
	})
}

// Web starts a server that gives the files of a folder to everybody.
func Web(t testing.TB, dir string) *Server {
	t.Helper()
	if !long() {
		return startInside(t, dir, options{}, http.FileServer(http.Dir(dir)))
	}
	return start(t, binary(t), dir, nil, func(addr string) []string {
		return []string{"serve", "http", "--addr", addr, "--read-only", "--dir-cache-time", "0", dir}
	})
}

func apply(opts []Option) options {
	var o options
	for _, f := range opts {
		f(&o)
	}
	return o
}
