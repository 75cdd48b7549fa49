package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"viviscope/client/decode"
)

// Run runs the ffmpeg program at path and returns the first maxBytes of its standard output. The error contains the
// program's error message.
func Run(ctx context.Context, path string, maxBytes int, args []string) ([]byte, error) {
	cmd := decode.Command(ctx, path, append([]string{"-v", "error", "-nostdin"}, args...)...)
	out, message := &bounded{left: maxBytes}, &bounded{left: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, message
	if err := cmd.Run(); err != nil {
		return nil, errors.Join(ctx.Err(), fmt.Errorf("ffmpeg: %w: %s", err, bytes.TrimSpace(message.Bytes())))
	}
	return out.Bytes(), nil
}

// bounded is a buffer that stores at most left bytes and discards the rest.
type bounded struct {
	bytes.Buffer
	left int
}

func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.left -= n
	_, err := b.Buffer.Write(p[:n])
	return len(p), err
}

// ReadFrom hides the method of bytes.Buffer, which would bypass Write.
func (b *bounded) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{b}, r)
}
