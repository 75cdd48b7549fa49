package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"viviscope/client/decode"
)

// Run runs the ffmpeg program at path and returns what it writes to its output, at most maxBytes of it. The error
// contains the message of the program.
func Run(ctx context.Context, path string, maxBytes int, args []string) ([]byte, error) {
	cmd := decode.Command(ctx, path, append([]string{"-v", "error", "-nostdin"}, args...)...)
	out, words := &bounded{left: maxBytes}, &bounded{left: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, words
	if err := cmd.Run(); err != nil {
		return nil, errors.Join(ctx.Err(), fmt.Errorf("ffmpeg: %w: %s", err, bytes.TrimSpace(words.Bytes())))
	}
	return out.Bytes(), nil
}

// bounded is a buffer that takes no more than left bytes and forgets the rest.
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

// ReadFrom would go round Write.
func (b *bounded) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{b}, r)
}
