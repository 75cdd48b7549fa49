package linkcheck

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

const tinyWebP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"

func pngFile(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// claim changes the size in the header of a PNG, with its checksum.
func claim(file []byte, w, h uint32) []byte {
	out := bytes.Clone(file)
	binary.BigEndian.PutUint32(out[16:], w)
	binary.BigEndian.PutUint32(out[20:], h)
	binary.BigEndian.PutUint32(out[29:], crc32.ChecksumIEEE(out[12:29]))
	return out
}

// signed is a path with a signature that must never appear in errors.
const (
	secret = "SIGNATUREsignature"
	signed = "/path-" + secret + "/a.png?X-Amz-Signature=" + secret
)

// checkErr verifies an error: its sentinel, its host, and that it contains nothing of the link.
func checkErr(t *testing.T, err error, kind error, host string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, kind) {
		t.Fatalf("%v, want %v", err, kind)
	}
	if e.Host != host || !strings.Contains(err.Error(), host) {
		t.Errorf("host %q in %q, want %q", e.Host, err, host)
	}
	if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "//") {
		t.Errorf("the link is quoted: %v", err)
	}
}

func refuseAll(t *testing.T) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("the private server was asked for %s", r.URL.Path)
	})
}

func TestCheckMeasuresPictures(t *testing.T) {
	var jpg bytes.Buffer
	if err := jpeg.Encode(&jpg, image.NewGray(image.Rect(0, 0, 30, 20)), nil); err != nil {
		t.Fatal(err)
	}
	webp, err := base64.StdEncoding.DecodeString(tinyWebP)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, claimed string
		file          []byte
		want          Picture
	}{
		{"png", "image/png", pngFile(t, 40, 30),
			Picture{Width: 40, Height: 30, Format: "png", ContentType: "image/png"}},
		{"jpeg", "IMAGE/JPEG; q=1", jpg.Bytes(),
			Picture{Width: 30, Height: 20, Format: "jpeg", ContentType: "image/jpeg"}},
		{"webp", "image/webp", webp, Picture{Width: 1, Height: 1, Format: "webp", ContentType: "image/webp"}},
		{"png that claims to be a page", "text/html", pngFile(t, 4, 3),
			Picture{Width: 4, Height: 3, Format: "png", ContentType: "text/html"}},
		{"png that claims nonsense", ";;", pngFile(t, 4, 3), Picture{Width: 4, Height: 3, Format: "png"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			asked := 0
			w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked++
				for _, never := range []string{"Cookie", "Referer", "Authorization", "Proxy-Authorization"} {
					if v := r.Header.Get(never); v != "" {
						t.Errorf("%s: %s was sent", never, v)
					}
				}
				if r.Method != http.MethodGet || r.Header.Get("Accept") != "image/*" ||
					r.Header.Get("Accept-Encoding") != "identity" || r.RequestURI != signed {
					t.Errorf("%s %s with %v", r.Method, r.RequestURI, r.Header)
				}
				w.Header().Set("Content-Type", tc.claimed)
				w.Write(tc.file)
			}), refuseAll(t))
			got, err := New(w.config()).Check(t.Context(),
				"  "+strings.Replace(w.link("pictures.example", signed), "//", "//user:password@", 1)+"#part\n")
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Data, tc.file) || got.Bytes != int64(len(tc.file)) || asked != 1 {
				t.Errorf("%d bytes, %d of them here, %d requests", got.Bytes, len(got.Data), asked)
			}
			got.Data, got.Bytes = nil, 0
			if got.Width != tc.want.Width || got.Height != tc.want.Height || got.Format != tc.want.Format ||
				got.ContentType != tc.want.ContentType {
				t.Errorf("%+v, want %+v", got, tc.want)
			}
		})
	}
}

func TestCheckRefusesUnusableFiles(t *testing.T) {
	whole := pngFile(t, 400, 300)
	var anim bytes.Buffer
	if err := gif.Encode(&anim, image.NewGray(image.Rect(0, 0, 3, 3)), nil); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		body []byte
	}{
		{"a page", []byte("<!DOCTYPE html><title>Sign in</title>")},
		{"a text", []byte("Access denied.")},
		{"a GIF", anim.Bytes()},
		{"a clip", []byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom")},
		{"noise", []byte{1, 2, 3, 4}},
		{"nothing", nil},
		{"half a picture", whole[:len(whole)/2]},
		{"a head alone", whole[:16]},
		{"too wide", claim(whole, 8193, 10)},
		{"too high", claim(whole, 10, 8193)},
		{"too many pixels", claim(whole, 8000, 8000)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Write(tc.body)
			}), refuseAll(t))
			_, err := New(w.config()).Check(t.Context(), w.link("pictures.example", signed))
			checkErr(t, err, ErrNotPicture, "pictures.example")
		})
	}
}

// endless writes a PNG that never ends.
func endless(t *testing.T, w io.Writer) {
	if _, err := w.Write(pngFile(t, 8, 8)[:41]); err != nil {
		return
	}
	for zeros := make([]byte, 1<<20); ; {
		if _, err := w.Write(zeros); err != nil {
			return
		}
	}
}

func TestCheckLimitsBytes(t *testing.T) {
	t.Run("announced", func(t *testing.T) {
		w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(MaxBytes+1))
			w.Write(pngFile(t, 8, 8))
		}), refuseAll(t))
		_, err := New(w.config()).Check(t.Context(), w.link("pictures.example", signed))
		checkErr(t, err, ErrNotPicture, "pictures.example")
	})
	t.Run("not announced", func(t *testing.T) {
		w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			endless(t, w)
		}), refuseAll(t))
		_, err := New(w.config()).Check(t.Context(), w.link("pictures.example", signed))
		checkErr(t, err, ErrNotPicture, "pictures.example")
	})
	t.Run("a clip is not fetched to its end", func(t *testing.T) {
		w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Write([]byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"))
			for zeros := make([]byte, 1<<20); ; { // ends when the client closes the connection
				if _, err := w.Write(zeros); err != nil {
					return
				}
			}
		}), refuseAll(t))
		_, err := New(w.config()).Check(t.Context(), w.link("pictures.example", signed))
		checkErr(t, err, ErrNotPicture, "pictures.example")
	})
}

func TestCheckReportsHTTPStatus(t *testing.T) {
	for status, kind := range map[int]error{
		401: ErrLogin, 403: ErrLogin, 407: ErrLogin, 404: ErrUnreachable, 410: ErrUnreachable, 204: ErrUnreachable,
		206: ErrUnreachable,
		300: ErrUnreachable, 302: ErrUnreachable, 304: ErrUnreachable, 400: ErrUnreachable, 429: ErrUnreachable,
		500: ErrUnreachable, 503: ErrUnreachable,
	} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(status)
			}), refuseAll(t))
			_, err := New(w.config()).Check(t.Context(), w.link("pictures.example", signed))
			checkErr(t, err, kind, "pictures.example")
			var e *Error
			errors.As(err, &e)
			if e.Status != status ||
				!strings.HasSuffix(err.Error(), "(HTTP "+strconv.Itoa(status)+")") {
				t.Errorf("status %d, %q", e.Status, err)
			}
		})
	}
}

// Check accepts and refuses the same pictures as an import into the library.
func TestCheckAgreesWithImport(t *testing.T) {
	file := func(name string) []byte {
		data, err := os.ReadFile("../testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	if _, err := exec.LookPath("ffmpeg"); err != nil && runtime.GOOS == "windows" {
		t.Skip("ffmpeg is not installed")
	}
	webp := filepath.Join(t.TempDir(), "a.webp")
	make := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=1", "-c:v",
		"libwebp_anim", webp)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	animated, err := os.ReadFile(webp)
	if err != nil {
		t.Fatal(err)
	}
	wrongSum, cmyk, sampling := file("png-iccp-badcrc.png"), file("cmyk.jpg"), file("jpeg-2x2-1x1-1x2.jpg")
	for name, c := range map[string]struct {
		data   []byte
		width  int
		format string
	}{
		"CMYK": {cmyk, 16, "jpeg"}, "wrong checksum": {wrongSum, 96, "png"}, "animated WebP": {animated, 64, "webp"},
		"unusual sampling": {sampling, 96, "jpeg"}, "arithmetic coding": {file("jpeg-arithmetic.jpg"), 96, "jpeg"},
		"turned": {file("jpeg-or6-long.jpg"), 64, "jpeg"}, "cut": {wrongSum[:len(wrongSum)*2/3], 0, ""},
		"cut JPEG": {sampling[:len(sampling)*2/3], 0, ""},
	} {
		w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Write(c.data)
		}), refuseAll(t))
		p, err := New(w.config()).Check(t.Context(), w.link("pictures.example", signed))
		if c.width == 0 {
			checkErr(t, err, ErrNotPicture, "pictures.example")
			continue
		}
		if err != nil || p.Width != c.width || p.Format != c.format {
			t.Errorf("%s: %d, %q, %v", name, p.Width, p.Format, err)
		}
	}
}
