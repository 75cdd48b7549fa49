package client

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// picture makes an encoded picture with some noise in it.
func picture(t testing.TB, format string, w, h int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.RGBA{uint8(x * 7), uint8(y * 13), uint8(x ^ y), 255})
		}
	}
	var b bytes.Buffer
	var err error
	if format == "png" {
		err = png.Encode(&b, img)
	} else {
		err = jpeg.Encode(&b, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// lyingPNG is a header that claims w by h pixels, with a correct checksum, and an end.
func lyingPNG(w, h uint32) []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(name string, data []byte) {
		b = binary.BigEndian.AppendUint32(b, uint32(len(data)))
		body := append([]byte(name), data...)
		b = append(b, body...)
		b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(body))
	}
	head := binary.BigEndian.AppendUint32(nil, w)
	head = binary.BigEndian.AppendUint32(head, h)
	chunk("IHDR", append(head, 8, 6, 0, 0, 0))
	chunk("IEND", nil)
	return b
}

// tinyWebP is a whole lossy WebP of 1 by 1 pixels.
const tinyWebP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"

// turned returns a JPEG with an EXIF orientation.
func turned(b []byte, how byte) []byte {
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(how) +
		"\x00\x00\x00\x00\x00\x00"
	return append(append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...), b[2:]...)
}

func TestCheckImage(t *testing.T) {
	webp, err := base64.StdEncoding.DecodeString(tinyWebP)
	if err != nil {
		t.Fatal(err)
	}
	pngFile, jpegFile := picture(t, "png", 30, 20), picture(t, "jpeg", 30, 20)
	for _, tc := range []struct {
		name string
		data []byte
		want ImageInfo
		ext  string
	}{
		{"png", pngFile, ImageInfo{"png", 30, 20}, ".png"},
		{"jpeg", jpegFile, ImageInfo{"jpeg", 30, 20}, ".jpg"},
		{"jpeg with something behind", append(bytes.Clone(jpegFile), make([]byte, 100)...), ImageInfo{"jpeg", 30, 20},
			".jpg"},
		{"jpeg of a phone that was held upright", turned(jpegFile, 6), ImageInfo{"jpeg", 20, 30}, ".jpg"},
		{"jpeg upside down", turned(jpegFile, 3), ImageInfo{"jpeg", 30, 20}, ".jpg"},
		{"webp", webp, ImageInfo{"webp", 1, 1}, ".webp"},
		{"the largest", lyingPNG(8192, 4000), ImageInfo{"png", 8192, 4000}, ".png"},
	} {
		got, err := CheckImage(bytes.NewReader(tc.data), int64(len(tc.data)))
		if err != nil || got != tc.want || got.Ext() != tc.ext {
			t.Errorf("%s: %+v, %v", tc.name, got, err)
		}
	}
	// A thumbnail with an end of its own, as cameras write it, must not pass for the end of the whole.
	thumb := picture(t, "jpeg", 8, 8)
	app := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(thumb)+2))
	withThumb := append(append(app, thumb...), jpegFile[2:]...)
	if _, err := CheckImage(bytes.NewReader(withThumb), int64(len(withThumb))); err != nil {
		t.Errorf("with a thumbnail: %v", err)
	}
	for _, whole := range [][]byte{pngFile, jpegFile, withThumb, webp} {
		for n := range len(whole) {
			if _, err := CheckImage(bytes.NewReader(whole[:n]), int64(n)); !errors.Is(err, ErrDamaged) {
				t.Fatalf("%d of %d bytes pass: %v", n, len(whole), err)
			}
		}
	}
	for name, bad := range map[string][]byte{
		"nothing": nil, "HTML": []byte("<html>"), "30000 by 30000": lyingPNG(30000, 30000),
		"8193 wide": lyingPNG(8193, 10), "41 megapixels": lyingPNG(8192, 5010),
	} {
		if _, err := CheckImage(bytes.NewReader(bad), int64(len(bad))); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzCheckImage(f *testing.F) {
	f.Add(picture(f, "png", 5, 5))
	f.Add(picture(f, "jpeg", 5, 5))
	f.Add(lyingPNG(30000, 30000))
	webp, _ := base64.StdEncoding.DecodeString(tinyWebP)
	f.Add(webp)
	f.Fuzz(func(t *testing.T, b []byte) {
		info, err := CheckImage(bytes.NewReader(b), int64(len(b)))
		if err == nil && (info.Width < 1 || info.Width > MaxPictureSide || info.Height < 1 ||
			info.Height > MaxPictureSide) {
			t.Errorf("%+v passes", info)
		}
	})
}

func TestFetchImageFromBytes(t *testing.T) {
	c := parser(t)
	data := picture(t, "png", 30, 20)
	std := base64.StdEncoding.EncodeToString(data)
	for name, item := range map[string]ImageItem{
		"base64":            {B64JSON: std},
		"both, link dead":   {B64JSON: std, URL: "http://127.0.0.1:1/x"},
		"without padding":   {B64JSON: strings.TrimRight(std, "=")},
		"with line breaks":  {B64JSON: std[:40] + "\n" + std[40:] + "\r\n"},
		"for links":         {B64JSON: base64.URLEncoding.EncodeToString(data)},
		"with a data: head": {B64JSON: "data:image/png;base64," + std},
		"a data URL":        {URL: "data:image/png;base64," + std},
		"a DATA URL":        {URL: "DATA:image/png;base64," + std},
	} {
		path := filepath.Join(t.TempDir(), "a.png")
		if err := c.FetchImage(context.Background(), item, path); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, _ := os.ReadFile(path); !bytes.Equal(got, data) || exists(path+".part") {
			t.Errorf("%s: %d bytes, part left: %v", name, len(got), exists(path+".part"))
		}
	}
	for name, tc := range map[string]struct {
		item ImageItem
		want error
	}{
		"nothing":        {ImageItem{}, ErrNoImage},
		"no base64":      {ImageItem{B64JSON: "%%%%"}, ErrDamaged},
		"a text":         {ImageItem{B64JSON: "QUJD"}, ErrDamaged},
		"another scheme": {ImageItem{URL: "file:///etc/passwd"}, ErrNoImage},
		"no link":        {ImageItem{URL: "http://[::1"}, ErrNoImage},
	} {
		path := filepath.Join(t.TempDir(), "a.png")
		if err := c.FetchImage(context.Background(), tc.item, path); !errors.Is(err, tc.want) || exists(path) ||
			exists(path+".part") {
			t.Errorf("%s: %v, want %v and no file", name, err, tc.want)
		}
	}
}

// Bytes of an unsupported picture are kept beside the path, because they exist nowhere else.
func TestFetchImageKeepsRefusedBytes(t *testing.T) {
	data := picture(t, "png", 30, 20)
	std := base64.StdEncoding.EncodeToString(data)
	avif := "\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf"
	for name, tc := range map[string]struct {
		item ImageItem
		want string
	}{
		"half of it":       {ImageItem{B64JSON: std[:len(std)/8*4]}, string(data[:len(std)/8*3])},
		"base64 that ends": {ImageItem{B64JSON: std[:len(std)/8*4] + "%" + std}, string(data[:len(std)/8*3])},
		"another format":   {ImageItem{B64JSON: base64.StdEncoding.EncodeToString([]byte(avif))}, avif},
		"a data URL": {ImageItem{URL: "data:image/avif;base64," +
			base64.StdEncoding.EncodeToString([]byte(avif))}, avif},
		"bytes in memory": {ImageItem{tail: avif}, avif},
	} {
		path := filepath.Join(t.TempDir(), "a.png")
		err := parser(t).FetchImage(context.Background(), tc.item, path)
		kept, _ := os.ReadFile(path + RefusedExt)
		if !errors.Is(err, ErrDeliveredDamaged) || !errors.Is(err, ErrDamaged) || string(kept) != tc.want ||
			exists(path) ||
			exists(path+".part") {
			t.Errorf("%s: %v; %d bytes are kept, want %d", name, err, len(kept), len(tc.want))
		}
	}
}

// What a link gives can be asked for again, so it is kept when the same has come twice.
func TestFetchImageKeepsFileDamagedTwice(t *testing.T) {
	send := "\x89PNG\r\n\x1a\n and no more"
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(send)) })
	path := filepath.Join(t.TempDir(), "a.png")
	for i, again := range []bool{false, true} {
		err := c.FetchImage(context.Background(), ImageItem{URL: c.base.String() + "/v1/a.png"}, path)
		if kept, _ := os.ReadFile(path + RefusedExt); !errors.Is(err, ErrDamaged) ||
			errors.Is(err, ErrDeliveredDamaged) != again || string(kept) != send {
			t.Errorf("try %d: %v, kept %q", i, err, kept)
		}
	}
	send = string(picture(t, "png", 30, 20))
	if err := c.FetchImage(context.Background(), ImageItem{URL: c.base.String() + "/v1/a.png"}, path); err != nil ||
		exists(path+RefusedExt) {
		t.Errorf("whole at last: %v", err)
	}
}

// unreadable is a file that cannot be read now.
type unreadable struct{}

func (unreadable) ReadAt([]byte, int64) (int, error) { return 0, syscall.EMFILE }

// A read error does not mean that the picture is damaged.
func TestCheckImageReturnsReadErrors(t *testing.T) {
	if _, err := CheckImage(unreadable{}, 100); !errors.Is(err, syscall.EMFILE) || errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}

func TestFetchImageFromLink(t *testing.T) {
	data := picture(t, "jpeg", 64, 64)
	for _, tc := range []struct {
		name  string
		h     http.HandlerFunc
		want  error
		fails bool
	}{
		{"whole", func(w http.ResponseWriter, _ *http.Request) { w.Write(data) }, nil, false},
		{"401", answerWith(401, ""), ErrGone, true},
		{"403", answerWith(403, "<Error><Code>AccessDenied</Code></Error>"), ErrGone, true},
		{"404", answerWith(404, ""), ErrGone, true},
		{"410", answerWith(410, ""), ErrGone, true},
		{"500 is not the end", answerWith(500, ""), ErrServer, true},
		{"204", answerWith(204, ""), ErrDamaged, true},
		{"a page", answerWith(200, "<html>sign in</html>"), ErrDamaged, true},
		{"cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9999")
			w.Write(data)
		}, ErrNoAnswer, true},
		{"cut without a length", func(w http.ResponseWriter, _ *http.Request) {
			w.Write(data[:len(data)-9])
		}, ErrDamaged, true},
		{"said to be huge", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "99999999999")
		}, ErrTooLarge, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := serve(t, tc.h)
			path := filepath.Join(t.TempDir(), "a.jpg")
			err := c.FetchImage(context.Background(),
				ImageItem{URL: c.base.String() + "/v1/signed-path/a.jpg?X-Signature=1"}, path)
			if (err != nil) != tc.fails || !errors.Is(err, tc.want) || exists(path) == tc.fails ||
				exists(path+".part") {
				t.Fatalf("%v, want %v; file %v, part %v", err, tc.want, exists(path), exists(path+".part"))
			}
			if tc.name == "500 is not the end" && errors.Is(err, ErrGone) {
				t.Error("a fault is taken for a dead link")
			}
			if err != nil {
				clean(t, err.Error())
			}
		})
	}
}

func TestFetchImageTooLarge(t *testing.T) {
	c := parser(t)
	c.maxPicture = 1000
	path := filepath.Join(t.TempDir(), "a.png")
	item := ImageItem{B64JSON: strings.Repeat("QUJD", 334)}
	if err := c.FetchImage(context.Background(), item, path); !errors.Is(err, ErrTooLarge) || exists(path) ||
		exists(path+".part") {
		t.Errorf("%v", err)
	}
}

func TestFetchImageStalls(t *testing.T) {
	clock := newStalledClock()
	hang := make(chan struct{})
	s := serveRaw(t, func(c net.Conn) {
		c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\nabc"))
		(<-clock.fire)()
		<-hang
	})
	defer close(hang)
	c := newClient(t, "http://"+s.addr, func(c *Config) { c.AfterFunc = clock.afterFunc })
	path := filepath.Join(t.TempDir(), "a.png")
	if err := c.FetchImage(context.Background(), ImageItem{URL: "/a.png?sig=1"}, path); !errors.Is(err, ErrStalled) ||
		exists(path+".part") {
		t.Errorf("%v", err)
	}
}

func TestFetchImageLocksPath(t *testing.T) {
	c := parser(t)
	path := filepath.Join(t.TempDir(), "a.png")
	release, err := c.lockPath(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.FetchImage(context.Background(), ImageItem{B64JSON: "QUJD"}, path); !errors.Is(err, ErrBusy) {
		t.Errorf("%v, want ErrBusy", err)
	}
	release()
	if err := c.FetchImage(context.Background(), ImageItem{B64JSON: "QUJD"}, path); errors.Is(err, ErrBusy) {
		t.Error("the path stays claimed")
	}
}
