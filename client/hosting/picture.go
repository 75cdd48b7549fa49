package hosting

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// objectName returns a new name for a picture, and reads the picture once. The hash shows that two objects are the same
// picture. The 12 random bytes make the name unique and unguessable.
func objectName(r io.ReadSeeker, size int64, mime string) (string, error) {
	hash := sha256.New()
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return "", &Error{Kind: ErrBadPicture}
	}
	n, err := io.Copy(hash, r)
	if err != nil || n != size || n == 0 {
		return "", &Error{Kind: ErrBadPicture, Detail: DetailWrongLength}
	}
	chance := make([]byte, 12)
	rand.Read(chance) // never fails
	ext := map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}[mime]
	return hex.EncodeToString(hash.Sum(nil)[:8]) + "-" + hex.EncodeToString(chance) + ext, nil
}

// callNamed calls named with an object name, unless it is nil.
func callNamed(named func(object string) error, object string) error {
	if named == nil {
		return nil
	}
	return named(object)
}

// uploadBody is the request body of a picture. It reports progress and can be rewound. It has no Close method, so that
// libraries do not close the caller's reader.
type uploadBody struct {
	ctx      context.Context
	r        io.ReadSeeker
	done     int64
	total    int64
	progress func(done, total int64)
}

// newUploadBody rewinds r and returns a body that reads from it.
func newUploadBody(
	ctx context.Context, r io.ReadSeeker, total int64, progress func(done, total int64),
) (*uploadBody, error) {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, &Error{Kind: ErrBadPicture}
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	return &uploadBody{ctx: ctx, r: r, total: total, progress: progress}, nil
}

// Read implements io.Reader.
func (b *uploadBody) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if n > 0 {
		b.done += int64(n)
		resetWatchdog(b.ctx)
		b.progress(b.done, b.total)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %w", ErrBadPicture, err)
	}
	return n, err
}

// Seek implements io.Seeker.
func (b *uploadBody) Seek(offset int64, whence int) (int64, error) {
	at, err := b.r.Seek(offset, whence)
	if err == nil {
		b.done = at
	}
	return at, err
}

type watchdogKey struct{}

// resetWatchdog resets the stall timeout of the current attempt.
func resetWatchdog(ctx context.Context) {
	if f, ok := ctx.Value(watchdogKey{}).(func()); ok {
		f()
	}
}
