package sandbox

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
)

// oversizedPNG returns a PNG of less than 200 bytes that states 30000 by 30000 pixels.
func oversizedPNG(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	raw := b.Bytes()
	binary.BigEndian.PutUint32(raw[16:], 30000)
	binary.BigEndian.PutUint32(raw[20:], 30000)
	binary.BigEndian.PutUint32(raw[29:], crc32.ChecksumIEEE(raw[12:29]))
	if len(raw) > 200 {
		t.Fatalf("%d bytes", len(raw))
	}
	return raw
}

// Pictures with a false size are not decoded, neither in the form of an edit nor behind a link.
func TestOversizedPicturesAreNotDecoded(t *testing.T) {
	s := newTestServer(t, "")
	for name, bomb := range map[string][]byte{"PNG": oversizedPNG(t), "WebP": oversizedWebP(),
		"progressive JPEG": progressiveJPEG()} {
		host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(bomb)
		}))
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		_ = form.WriteField("model", "genimage-2.5-flare")
		_ = form.WriteField("prompt", "x")
		part, err := form.CreateFormFile("image", "a.png")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(bomb)
		_ = form.Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/v1/images/edits", &body)
		r.Header.Set("Content-Type", form.FormDataContentType())
		r.Header.Set("Authorization", "Bearer "+s.Key())
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		_, fetched := s.fetchPicture(host.URL + "/a.png")
		runtime.ReadMemStats(&after)
		host.Close()
		if w.Code != http.StatusBadRequest || fetched == nil {
			t.Errorf("%s: %d %s; fetched: %v", name, w.Code, w.Body, fetched)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 4<<20 {
			t.Errorf("%s of %d bytes takes %d bytes of memory", name, len(bomb), n)
		}
	}
	if len(s.Ledger()) != 0 {
		t.Error("something was charged")
	}
}

// An endless frame is read only up to the size limit.
func TestEndlessFrameIsLimited(t *testing.T) {
	s := newTestServer(t, "")
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("\x89PNG\r\n\x1a\n"))
		for chunk := make([]byte, 1<<20); ; {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}))
	defer host.Close()
	_, err := s.fetchPicture(host.URL + "/a.png?signature=secret")
	if err == nil || !strings.Contains(err.Error(), "not a picture") || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// The sandbox listens on loopback.
func TestListensOnLoopback(t *testing.T) {
	for _, addr := range []string{"", "127.0.0.1:0", "localhost:0"} {
		s, err := New(Options{Addr: addr})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Start(); err != nil {
			t.Fatal(err)
		}
		if at, ok := s.listener.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() {
			t.Errorf("%q listens on %v", addr, s.listener.Addr())
		}
		req, err := http.NewRequest(http.MethodGet, s.BaseURL()+"/v1/sandbox/clips/x.mp4", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host, req.Close = "evil.test", true
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s answers evil.test with %d", s.BaseURL(), resp.StatusCode)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// File names in a URL are looked up in the state and never used as paths.
func TestUnknownFileNamesAreRefused(t *testing.T) {
	dir := t.TempDir()
	s := newTestServer(t, dir)
	if _, err := os.Stat(dir + "/" + identityFile); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"..%2fsandbox.json", "%2e%2e%2fsandbox.json", "sandbox.json", "CON", "a%00b",
		strings.Repeat("a", 200), "%e7%ba%b8", "..", "%2f"} {
		for _, path := range []string{"/v1/videos/" + name, "/v1/videos/" + name + "/content", clipPath + name,
			picturePath + name} {
			r, err := http.NewRequest(http.MethodGet, "http://127.0.0.1"+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer "+s.Key())
			// even with a signature
			r.URL.RawQuery = strings.TrimPrefix(s.sign(r.URL.Path, s.opts.Now().AddDate(0, 0, 1)), r.URL.Path+"?")
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if w.Code < 300 || strings.Contains(w.Body.String(), s.Key()) {
				t.Errorf("%s: %d %.200s", path, w.Code, w.Body)
			}
		}
	}
}

// progressiveJPEG returns a JPEG that states 6144 by 6144 pixels in three components. Decoding it would take 600 MB.
func progressiveJPEG() []byte {
	return []byte("\xff\xd8\xff\xc2\x00\x11\x08\x18\x00\x18\x00\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00" +
		"\xff\xc4\x00\x14\x10\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0" +
		"\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00")
}
