package inside

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"viviscope/client/mp4"
)

// commentMark begins the line of the comment that is the record.
const commentMark = keyword + " "

// maxComment is the longest comment that mp4 writes.
const maxComment = 64 << 10

func writeMP4(w io.Writer, r io.ReaderAt, size int64, t Texts) error {
	comment := commentMark + string(t.Record)
	if words := t.Description + "\n\n" + comment; t.Description != "" && len(words) <= maxComment {
		comment = words
	}
	if len(comment) > maxComment {
		return fmt.Errorf("%w: a record of %d bytes", ErrNoRoom, len(t.Record))
	}
	err := mp4.SetTag(w, r, size, mp4.TagComment, comment)
	if errors.Is(err, mp4.ErrTag) || errors.Is(err, mp4.ErrFragmented) {
		return fmt.Errorf("%w: %w", ErrNoRoom, err)
	}
	return badClip(err)
}

// badClip tells a file that is no clip from an error of reading or writing.
func badClip(err error) error {
	for _, bad := range []error{mp4.ErrNotMP4, mp4.ErrCut, mp4.ErrDamaged} {
		if errors.Is(err, bad) {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return err
}

func readMP4(r io.ReaderAt, size int64) ([]byte, error) {
	comment, err := mp4.Tag(r, size, mp4.TagComment)
	if errors.Is(err, mp4.ErrFragmented) {
		return nil, nil
	}
	if err != nil {
		return nil, badClip(err)
	}
	if i := strings.LastIndex(comment, "\n"+commentMark); i >= 0 {
		comment = comment[i+1:]
	}
	record, ok := strings.CutPrefix(comment, commentMark)
	if !ok || !utf8.ValidString(record) {
		return nil, nil
	}
	return []byte(record), nil
}
