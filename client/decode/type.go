// Package decode knows the decoders of this computer, which are found when they are first needed: the ffmpeg program,
// and those that [Register] adds. It answers what a media file holds and how much of it can be decoded. It trusts no
// byte of a file: the program runs in a process of its own, reads no other file, and is ended after a time.
//
// All functions may be called from several goroutines at once.
package decode

import (
	"bytes"
	"encoding/binary"
)

// The types of media files that the program knows.
const (
	MP4       = "video/mp4"
	QuickTime = "video/quicktime"
	ThreeGP   = "video/3gpp"
	M4A       = "audio/mp4"
	Matroska  = "video/x-matroska"
	WebM      = "video/webm"
	AVI       = "video/x-msvideo"
	GIF       = "image/gif"
	PNG       = "image/png"
	JPEG      = "image/jpeg"
	WebP      = "image/webp"
)

// SniffLen is how many bytes of a file [TypeOf] looks at.
const SniffLen = 512

// TypeOf returns the media type of a file by its first bytes, of which it needs up to [SniffLen]; "" for a type that
// the program does not take.
func TypeOf(head []byte) string {
	is := func(at int, magic string) bool {
		return len(head) >= at+len(magic) && string(head[at:at+len(magic)]) == magic
	}
	switch {
	case is(0, "\x89PNG\r\n\x1a\n"):
		return PNG
	case is(0, "\xff\xd8\xff"):
		return JPEG
	case is(0, "RIFF") && is(8, "WEBP"):
		return WebP
	case is(0, "RIFF") && is(8, "AVI "):
		return AVI
	case is(0, "GIF87a"), is(0, "GIF89a"):
		return GIF
	case is(0, "\x1a\x45\xdf\xa3") && bytes.Contains(head[:min(len(head), 64)], []byte("webm")):
		return WebM
	case is(0, "\x1a\x45\xdf\xa3"):
		return Matroska
	}
	return boxFileType(head)
}

// boxFileType is TypeOf for files that consist of boxes (ISO/IEC 14496-12, and QuickTime, whose old files have no brand).
func boxFileType(head []byte) string {
	if len(head) < 8 {
		return ""
	}
	size := binary.BigEndian.Uint32(head)
	switch string(head[4:8]) {
	case "free", "skip", "wide": // what is behind it decides, if that can be seen
		if size >= 8 && int64(size)+12 <= int64(len(head)) {
			return boxFileType(head[size:])
		}
	}
	if len(head) < 12 {
		return ""
	}
	switch string(head[4:8]) {
	case "ftyp", "styp":
		if size < 8 || size > 1<<16 || bytes.IndexByte(head[8:12], 0) >= 0 {
			return ""
		}
	case "moov", "mdat", "wide", "skip", "free", "pnot":
		if size != 1 && size < 8 {
			return ""
		}
		return QuickTime
	default:
		return ""
	}
	switch brand := string(head[8:12]); brand {
	case "qt  ":
		return QuickTime
	case "M4A ", "M4B ":
		return M4A
	case "heic", "heix", "heif", "mif1", "msf1", "avif", "avis", "crx ": // photographs
		return ""
	default:
		if brand[:2] == "3g" {
			return ThreeGP
		}
		return MP4
	}
}

// IsClip reports whether files of a type are clips. An animated GIF is a clip too, but has the type of a picture.
func IsClip(mime string) bool {
	switch mime {
	case MP4, QuickTime, ThreeGP, M4A, Matroska, WebM, AVI:
		return true
	}
	return false
}

// extensions are the endings of file names by type.
var extensions = map[string]string{MP4: "mp4", QuickTime: "mov", ThreeGP: "3gp", M4A: "m4a", Matroska: "mkv",
	WebM: "webm",
	AVI:  "avi", GIF: "gif", PNG: "png", JPEG: "jpg", WebP: "webp"}

// Extension returns the ending of a file's name by its type, without a dot; "" for a type that is not known here.
func Extension(mime string) string { return extensions[mime] }
