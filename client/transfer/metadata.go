package transfer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Copies of files contain texts for other programs, and a record for this program of how the file was made:
//
//	PNG    iTXt chunks (PNG specification 11.3.3.4): "Description" is the prompt, "parameters" the prompt and the settings in
//	       words as picture generators write them, "Software" the program, "viviscope" the record
//	JPEG   an XMP packet (ISO 16684-1) with the prompt as its description, where the file has none of its own, and the
//	       record in comments (COM, ISO/IEC 10918-1 B.2.4.5) of at most 64 KB each, "viviscope 1/2 …"
//	MP4    the comment (client/mp4): the prompt, an empty line, and "viviscope " with the record
//
// Pixels and frames are copied byte for byte. Writing again replaces only what was written before. Files come from
// anywhere, so reading is limited in bytes and in steps. A damaged file causes an error and never a panic.
type fileTexts struct {
	description string // the prompt
	parameters  string // the prompt and the settings as text, in several lines
	record      []byte // one line of UTF-8
}

const (
	// keyword identifies the record in every format.
	keyword  = "viviscope"
	software = "Viviscope"
	// maxRecord limits a record, and maxWords a readable text, in bytes.
	maxRecord = 1 << 20
	maxWords  = 256 << 10
)

var (
	// errNoRoom reports that the file, or its format, cannot contain these texts.
	errNoRoom = errors.New("the file has no room for its settings")
	// errSigned reports that the file has content credentials, which any change would break.
	errSigned = fmt.Errorf("%w: it is signed with content credentials", errNoRoom)
	// errDamaged reports that the file does not have the structure that its first bytes indicate.
	errDamaged = errors.New("the file is damaged")
)

// Content credentials (C2PA) sign a whole file: after any change, a valid signature is reported as tampered with. They
// are in a caBX chunk of a PNG, in JUMBF boxes in APP11 segments of a JPEG, and in a box with this UUID of an MP4 (C2PA
// specification, "Embedding manifests into assets"). Alternatively, XMP contains their network address.
const (
	markAPP11   = 0xeb
	signedChunk = "caBX"
	signedUUID  = "\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81"
	xmpUUID     = "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac"
	xmpKeyword  = "XML:com.adobe.xmp\x00"
	provenance  = "dcterms:provenance"
	// maxXMP limits the XMP that is read, in bytes; a file with more counts as signed.
	maxXMP = 4 << 20
)

// namesProvenance reports whether an XMP packet refers to content credentials.
func namesProvenance(r io.Reader) (bool, error) {
	xmp, err := io.ReadAll(io.LimitReader(r, maxXMP+1))
	return len(xmp) > maxXMP || bytes.Contains(xmp, []byte(provenance)), err
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

// readFull reads len(b) bytes. If the file ends early it returns errDamaged.
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

// ErrNoSettings reports a file without settings in itself or in its sidecar.
var ErrNoSettings = errors.New("the file does not say how it was made")
