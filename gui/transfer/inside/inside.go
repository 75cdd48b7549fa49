// Package inside puts texts into pictures and clips, and finds them there again: what the file shows, in fields that other
// programs read, and a record of ours that holds how it was made.
//
//	PNG    iTXt chunks (PNG specification 11.3.3.4): "Description" is the prompt, "parameters" the prompt and the settings in
//	       words as picture generators write them, "Software" the program, "viviscope" the record
//	JPEG   an XMP packet (ISO 16684-1) with the prompt as its description, where the file has none of its own, and the
//	       record in comments (COM, ISO/IEC 10918-1 B.2.4.5) of at most 64 KB each, "viviscope 1/2 …"
//	MP4    the comment (client/mp4): the prompt, an empty line, and "viviscope " with the record
//
// The pixels and frames are copied byte for byte. Writing again replaces what was written before and nothing else.
//
// A file with content credentials (C2PA) is never written into: they sign every byte of it.
//
// The record is JSON, but that means nothing here: it is any text in UTF-8 without line breaks. Files come from anywhere, so
// reading is bounded, in bytes and in steps, and what is damaged is an error and never a panic.
package inside

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"viviscope/client/mp4"
)

// Texts is what a file says of itself.
type Texts struct {
	Description string // the prompt
	Parameters  string // the prompt and the settings in words, of several lines
	Software    string // what wrote it
	Record      []byte // one line of UTF-8
}

// MaxRecord bounds a record, bytes.
const MaxRecord = 1 << 20

// maxWords bounds a text in words, bytes.
const maxWords = 256 << 10

// Errors that a caller decides by.
var (
	// ErrNone: the file has no record, or is of a kind that has no room for one.
	ErrNone = errors.New("the file does not say how it was made")
	// ErrNoRoom: the file, or its kind, cannot hold these texts.
	ErrNoRoom = errors.New("the file has no room for its settings")
	// ErrSigned: the file has content credentials, which any change would break.
	ErrSigned = errors.New("the file is signed with content credentials")
	// ErrDamaged: the file is not what its beginning promises.
	ErrDamaged = errors.New("the file is damaged")
)

// kind is how one kind of file holds texts, and how its content credentials are found. write and read are nil where it holds none.
type kind struct {
	magic  string
	at     int // of magic in the file
	signed func(r io.ReaderAt, size int64) (bool, error)
	write  func(w io.Writer, r io.ReaderAt, size int64, t Texts) error
	read   func(r io.ReaderAt, size int64) ([]byte, error)
}

func kinds() []kind {
	return []kind{
		{pngMagic, 0, signedPNG, writePNG, readPNG},
		{"\xff\xd8\xff", 0, signedJPEG, writeJPEG, readJPEG},
		{"ftyp", 4, signedMP4, writeMP4, readMP4},
		{"WEBP", 8, signedWebP, nil, nil},
	}
}

// Write copies the file of the given size from r to w with texts in it. Errors: [ErrNoRoom], [ErrSigned], [ErrDamaged], and those
// of r and w. Nothing of use was written then.
func Write(w io.Writer, r io.ReaderAt, size int64, t Texts) error {
	k, err := kindOf(r)
	if err != nil {
		return err
	}
	if k != nil {
		if signed, err := k.signed(r, size); err != nil {
			return err
		} else if signed {
			return ErrSigned
		}
	}
	if len(t.Record) > MaxRecord || len(t.Description) > maxWords || len(t.Parameters) > 2*maxWords {
		return fmt.Errorf("%w: a record of %d bytes", ErrNoRoom, len(t.Record))
	}
	if k == nil || k.write == nil {
		return fmt.Errorf("%w: it is neither PNG, JPEG nor MP4", ErrNoRoom)
	}
	return k.write(w, r, size, t)
}

// Read returns the record that the file of the given size holds. Errors: [ErrNone], [ErrDamaged], and those of r.
func Read(r io.ReaderAt, size int64) ([]byte, error) {
	k, err := kindOf(r)
	if err != nil {
		return nil, err
	}
	if k == nil || k.read == nil {
		return nil, ErrNone
	}
	record, err := k.read(r, size)
	if err != nil {
		return nil, err
	}
	if len(record) == 0 || len(record) > MaxRecord {
		return nil, ErrNone
	}
	return record, nil
}

// kindOf tells a file by its first bytes; nil where it is of no kind that is known.
func kindOf(r io.ReaderAt) (*kind, error) {
	var head [12]byte
	n, err := r.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for _, k := range kinds() {
		if len(k.magic)+k.at <= n && bytes.HasPrefix(head[k.at:n], []byte(k.magic)) {
			return &k, nil
		}
	}
	return nil, nil
}

// span copies a part of a file.
func span(w io.Writer, r io.ReaderAt, from, to int64) error {
	n, err := io.Copy(w, io.NewSectionReader(r, from, to-from))
	if err == nil && n != to-from {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// damaged is ErrDamaged with a word on what is wrong.
func damaged(what string) error { return fmt.Errorf("%w: %s", ErrDamaged, what) }

// full reads len(b) bytes; a file that ends before is damaged.
func full(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return damaged("it ends too soon")
	}
	return err
}

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
