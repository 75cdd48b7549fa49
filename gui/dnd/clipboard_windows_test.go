package dnd

import (
	"bytes"
	"path/filepath"
	"testing"
)

func TestClipboardOfWindows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ä 1.png")
	if err := NewFileClipboard(quiet()).Copy([]string{path}, nil); err != nil {
		t.Fatal(err)
	}
	c, err := readClipboard(preferPicture)
	if err != nil || len(c.entries) != 1 || c.entries[0].file != path {
		t.Errorf("read %+v, %v", c, err)
	}
	picture := []byte(onePNG)
	if err := writeClipboard([]clipboardFormat{{"PNG", picture}}); err != nil {
		t.Fatal(err)
	}
	c, err = readClipboard(preferLinks)
	if err != nil || len(c.entries) != 1 || !bytes.HasPrefix(c.entries[0].picture, picture) {
		t.Errorf("read %+v, %v", c, err)
	}
}
