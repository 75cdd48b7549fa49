package decode

import (
	"bytes"
	"encoding/binary"
)

// The supported media types.
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

// SniffLen is the number of bytes that [TypeOf] examines.
const SniffLen = 512

// TypeOf detects the media type of a file. head contains its first bytes, up to [SniffLen]. TypeOf returns "" for an
// unsupported type.
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

// boxFileType is TypeOf for files that consist of boxes: ISO/IEC 14496-12, and QuickTime, where old files have no
// brand.
func boxFileType(head []byte) string {
	if len(head) < 8 {
		return ""
	}
	size := binary.BigEndian.Uint32(head)
	switch string(head[4:8]) {
	case "free", "skip", "wide": // the next box decides, if head contains it
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
	case "heic", "heix", "heif", "mif1", "msf1", "avif", "avis", "crx ": // photographs, not supported
		return ""
	default:
		if brand[:2] == "3g" {
			return ThreeGP
		}
		return MP4
	}
}

// IsClip reports whether files of a type are clips. It returns false for GIF, although an animated GIF is a clip.
func IsClip(mime string) bool {
	switch mime {
	case MP4, QuickTime, ThreeGP, M4A, Matroska, WebM, AVI:
		return true
	}
	return false
}

// extensions maps media types to file extensions.
var extensions = map[string]string{MP4: "mp4", QuickTime: "mov", ThreeGP: "3gp", M4A: "m4a", Matroska: "mkv",
	WebM: "webm",
	AVI:  "avi", GIF: "gif", PNG: "png", JPEG: "jpg", WebP: "webp"}

// Extension returns the file extension of a media type, without a dot; "" for an unsupported type.
func Extension(mime string) string { return extensions[mime] }
