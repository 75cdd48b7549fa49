package packaging

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Desktops search for these sizes before they scale another one.
func TestIconExistsInEverySize(t *testing.T) {
	for _, size := range []int{16, 22, 24, 32, 48, 64, 128, 256, 512} {
		f, err := os.Open(filepath.Join("icons", strconv.Itoa(size)+".png"))
		if err != nil {
			t.Fatal(err)
		}
		c, format, err := image.DecodeConfig(f)
		if err != nil || format != "png" || c.Width != size || c.Height != size {
			t.Errorf("%d: %s of %d x %d, %v", size, format, c.Width, c.Height, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Each entry of the Windows icon file contains a picture of its size: a PNG for 256 pixels, otherwise a bitmap.
func TestWindowsIconHasEverySize(t *testing.T) {
	b := []byte(read(t, filepath.Join("windows", "viviscope.ico")))
	sizes := []int{16, 20, 24, 32, 40, 48, 64, 96, 128, 256}
	if n := int(binary.LittleEndian.Uint16(b[4:])); n != len(sizes) {
		t.Fatalf("%d pictures", n)
	}
	for i, size := range sizes {
		entry := b[6+16*i:]
		length, at := int(binary.LittleEndian.Uint32(entry[8:])), int(binary.LittleEndian.Uint32(entry[12:]))
		if int(entry[0]) != size%256 || at+length > len(b) {
			t.Fatalf("size %d: named %d, %d bytes at %d", size, entry[0], length, at)
		}
		if size == 256 {
			if c, err := png.DecodeConfig(bytes.NewReader(b[at : at+length])); err != nil || c.Width != size {
				t.Errorf("size %d: %+v, %v", size, c, err)
			}
		} else if w, h := binary.LittleEndian.Uint32(b[at+4:]), binary.LittleEndian.Uint32(b[at+8:]); int(w) != size ||
			int(h) != 2*size {
			t.Errorf("size %d: %d x %d", size, w, h)
		}
	}
}
