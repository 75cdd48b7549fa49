package hosting

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// objectName makes a name for a picture and reads it once to do so. The hash lets a user see that two objects are the
// same picture; the twelve bytes of chance make the name new each time and beyond guessing.
func objectName(r io.ReadSeeker, size int64, mime string) (string, error) {
	hash := sha256.New()
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return "", &Error{Kind: ErrBadPicture}
	}
	n, err := io.Copy(hash, r)
	if err != nil || n != size || n == 0 {
		return "", &Error{Kind: ErrBadPicture, Detail: DetailShort}
	}
	chance := make([]byte, 12)
	rand.Read(chance) // never fails
	ext := map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}[mime]
	return hex.EncodeToString(hash.Sum(nil)[:8]) + "-" + hex.EncodeToString(chance) + ext, nil
}

// told tells a name to who wants to know it.
func told(named func(object string) error, object string) error {
	if named == nil {
		return nil
	}
	return named(object)
}

// body is the picture on its way out: it counts, and can be rewound. It has no Close, so that no library closes what it
// did not open.
type body struct {
	ctx      context.Context
	r        io.ReadSeeker
	done     int64
	total    int64
	progress func(done, total int64)
}

// newBody rewinds r.
func newBody(ctx context.Context, r io.ReadSeeker, total int64, progress func(done, total int64)) (*body, error) {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, &Error{Kind: ErrBadPicture}
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	return &body{ctx: ctx, r: r, total: total, progress: progress}, nil
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if n > 0 {
		b.done += int64(n)
		fed(b.ctx)
		b.progress(b.done, b.total)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %w", ErrBadPicture, err)
	}
	return n, err
}

// Seek implements io.Seeker.
func (b *body) Seek(offset int64, whence int) (int64, error) {
	at, err := b.r.Seek(offset, whence)
	if err == nil {
		b.done = at
	}
	return at, err
}

type fedKey struct{}

// fed tells the watch that bytes moved.
func fed(ctx context.Context) {
	if f, ok := ctx.Value(fedKey{}).(func()); ok {
		f()
	}
}
