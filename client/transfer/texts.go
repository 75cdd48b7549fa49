package transfer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"viviscope/client/mp4"
)

// Copies of files hold texts that other programs show, and a record of ours that says how the file was made:
//
//	PNG    iTXt chunks (PNG specification 11.3.3.4): "Description" is the prompt, "parameters" the prompt and the settings in
//	       words as picture generators write them, "Software" the program, "viviscope" the record
//	JPEG   an XMP packet (ISO 16684-1) with the prompt as its description, where the file has none of its own, and the
//	       record in comments (COM, ISO/IEC 10918-1 B.2.4.5) of at most 64 KB each, "viviscope 1/2 …"
//	MP4    the comment (client/mp4): the prompt, an empty line, and "viviscope " with the record
//
// Pixels and frames are copied byte for byte. Writing again replaces what was written before and nothing else. Files come from anywhere,
// so reading is bounded, in bytes and in steps, and what is damaged is an error and never a panic.
type fileTexts struct {
	description string // the prompt
	parameters  string // the prompt and the settings in words, of several lines
	record      []byte // one line of UTF-8
}

const (
	// keyword names the record, wherever it stands.
	keyword  = "viviscope"
	software = "Viviscope"
	// maxRecord bounds a record, and maxWords a text in words, bytes.
	maxRecord = 1 << 20
	maxWords  = 256 << 10
)

var (
	// errNoRoom: the file, or its kind, cannot hold these texts.
	errNoRoom = errors.New("the file has no room for its settings")
	// errSigned: the file has content credentials, which any change would break.
	errSigned = fmt.Errorf("%w: it is signed with content credentials", errNoRoom)
	// errDamaged: the file is not what its beginning promises.
	errDamaged = errors.New("the file is damaged")
)

// Content credentials (C2PA) sign a whole file: whoever writes a byte into it makes a valid signature read as tampered with. They
// stand in a caBX chunk of a PNG, in JUMBF boxes in APP11 segments of a JPEG and in a box of an MP4 that has this UUID (C2PA
// specification, "Embedding manifests into assets"); or XMP names the place in the network where they are.
const (
	markAPP11   = 0xeb
	signedChunk = "caBX"
	signedUUID  = "\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81"
	xmpUUID     = "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac"
	xmpKeyword  = "XML:com.adobe.xmp\x00"
	provenance  = "dcterms:provenance"
	// maxXMP bounds the XMP that is read, bytes; what has more is taken for signed.
	maxXMP = 4 << 20
)

// namesProvenance reports whether a packet of XMP says where content credentials are.
func namesProvenance(r io.Reader) (bool, error) {
	xmp, err := io.ReadAll(io.LimitReader(r, maxXMP+1))
	return len(xmp) > maxXMP || bytes.Contains(xmp, []byte(provenance)), err
}

// kind is how one kind of picture or clip holds texts. write and read are nil where it holds none.
type kind struct {
	magic string
	at    int // of magic in the file
	write func(w io.Writer, r io.ReaderAt, size int64, t fileTexts) error
	read  func(r io.ReaderAt, size int64) ([]byte, error)
}

// kindOf tells a picture or a clip by its first bytes.
func kindOf(r io.ReaderAt) (k kind, known bool, err error) {
	var head [12]byte
	n, err := r.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return kind{}, false, err
	}
	for _, k := range []kind{
		{pngMagic, 0, writePNG, readPNG},
		{"\xff\xd8\xff", 0, writeJPEG, readJPEG},
		{"ftyp", 4, writeMP4, readMP4},
		{"WEBP", 8, nil, nil},
	} {
		if bytes.HasPrefix(head[min(k.at, n):n], []byte(k.magic)) {
			return k, true, nil
		}
	}
	return kind{}, false, nil
}

// writeTexts copies the file of the given size from r to w with texts in it. Errors: errNoRoom, errSigned, errDamaged, and those of r
// and w.
func writeTexts(w io.Writer, r io.ReaderAt, size int64, t fileTexts) error {
	k, _, err := kindOf(r)
	if err != nil {
		return err
	}
	if k.write == nil || len(t.record) > maxRecord || len(t.description) > maxWords || len(t.parameters) > 2*maxWords {
		return fmt.Errorf("%w: a record of %d bytes", errNoRoom, len(t.record))
	}
	return k.write(w, r, size, t)
}

// readRecord returns the record that the file of the given size holds. Errors: [ErrNoSettings], and those of r.
func readRecord(r io.ReaderAt, size int64) ([]byte, error) {
	k, _, err := kindOf(r)
	var record []byte
	if err == nil && k.read != nil {
		record, err = k.read(r, size)
	}
	switch {
	case errors.Is(err, errDamaged):
		return nil, fmt.Errorf("%w: %w", ErrNoSettings, err)
	case err != nil:
		return nil, err
	case len(record) == 0 || len(record) > maxRecord || !utf8.Valid(record):
		return nil, ErrNoSettings
	}
	return record, nil
}

// copySpan copies a part of a file.
func copySpan(w io.Writer, r io.ReaderAt, from, to int64) error {
	n, err := io.Copy(w, io.NewSectionReader(r, from, to-from))
	if err == nil && n != to-from {
		err = io.ErrUnexpectedEOF
	}
	return err
}

func damaged(what string) error { return fmt.Errorf("%w: %s", errDamaged, what) }

// readFull reads len(b) bytes; a file that ends before is damaged.
func readFull(r io.ReaderAt, b []byte, at int64) error {
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

// signedMP4 reports whether a clip has content credentials.
func signedMP4(r io.ReaderAt, size int64) (bool, error) {
	manifests, err := mp4.Extensions(r, size, signedUUID)
	if err != nil || len(manifests) > 0 {
		return len(manifests) > 0, err
	}
	packets, err := mp4.Extensions(r, size, xmpUUID)
	for _, packet := range packets {
		if named, err := namesProvenance(packet); named || err != nil {
			return named, err
		}
	}
	return false, err
}

func writeMP4(w io.Writer, r io.ReaderAt, size int64, t fileTexts) error {
	if signed, err := signedMP4(r, size); err != nil {
		return badClip(err)
	} else if signed {
		return errSigned
	}
	comment := commentMark + string(t.record)
	if words := t.description + "\n\n" + comment; t.description != "" && len(words) <= maxComment {
		comment = words
	}
	if len(comment) > maxComment {
		return fmt.Errorf("%w: a record of %d bytes", errNoRoom, len(t.record))
	}
	err := mp4.SetTag(w, r, size, mp4.TagComment, comment)
	if errors.Is(err, mp4.ErrTag) || errors.Is(err, mp4.ErrFragmented) {
		return fmt.Errorf("%w: %w", errNoRoom, err)
	}
	return badClip(err)
}

// badClip tells a file that is no clip from an error of reading or writing.
func badClip(err error) error {
	if errors.Is(err, mp4.ErrNotMP4) || errors.Is(err, mp4.ErrCut) || errors.Is(err, mp4.ErrDamaged) {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return err
}

func readMP4(r io.ReaderAt, size int64) ([]byte, error) {
	comment, err := mp4.Tag(r, size, mp4.TagComment)
	if errors.Is(err, mp4.ErrFragmented) {
		return nil, nil
	}
	if i := strings.LastIndex(comment, "\n"+commentMark); i >= 0 {
		comment = comment[i+1:]
	}
	record, _ := strings.CutPrefix(comment, commentMark)
	if record == comment {
		record = ""
	}
	return []byte(record), badClip(err)
}
