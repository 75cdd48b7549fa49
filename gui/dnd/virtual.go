package dnd

import (
	"encoding/binary"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
)

// virtualPictures parses the Windows clipboard format FileGroupDescriptorW (struct FILEGROUPDESCRIPTORW), which lists
// virtual files such as mail attachments. It returns the indices of those with the extension of a picture, for the
// format FileContents.
func virtualPictures(b []byte) (indexes []int) {
	const (
		size          = 592 // bytes of one FILEDESCRIPTORW
		attributes    = 36  // offset in FILEDESCRIPTORW
		name          = 72  // offset in FILEDESCRIPTORW
		hasAttributes = 0x4
		isFolder      = 0x10
		head          = 4 // size of the count in bytes
	)
	if len(b) < head {
		return nil
	}
	count := min(uint64(binary.LittleEndian.Uint32(b)), maxEntries)
	b = b[head:]
	for i := range min(int(count), len(b)/size) {
		f := b[i*size : (i+1)*size]
		folder := binary.LittleEndian.Uint32(f)&hasAttributes != 0 &&
			binary.LittleEndian.Uint32(f[attributes:])&isFolder != 0
		if !folder && mayBePicture(decodeWideZ(f[name:])) {
			indexes = append(indexes, i)
		}
	}
	return indexes
}

// mayBePicture reports whether a file of this name may be a picture. A name without an extension may.
func mayBePicture(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return slices.Contains([]string{"", ".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".gif", ".bmp"}, ext)
}

// dropFiles encodes paths in the Windows format CF_HDROP (DROPFILES).
func dropFiles(paths []string) []byte {
	const head = 20 // size of DROPFILES
	b := make([]byte, head)
	binary.LittleEndian.PutUint32(b, head)
	b[16] = 1 // the paths are UTF-16
	for _, path := range paths {
		b = appendWide(b, path)
	}
	return append(b, 0, 0)
}

// appendWide appends text as zero-terminated UTF-16.
func appendWide(b []byte, text string) []byte {
	for _, u := range append(utf16.Encode([]rune(text)), 0) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}
