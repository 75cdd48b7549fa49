package sandbox

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/sandbox/render"
)

// instantRenderer renders instantly.
type instantRenderer struct{ fail error } // of clips

func (q instantRenderer) Clip(_ context.Context, r render.Request, w io.Writer) error {
	_, err := io.WriteString(w, r.Prompt)
	return errors.Join(err, q.fail)
}

func (instantRenderer) Still(_ context.Context, r render.StillRequest) (image.Image, error) {
	return image.NewGray(image.Rect(0, 0, r.Width, r.Height)), nil
}

func (q instantRenderer) Edit(ctx context.Context, r render.EditRequest) (image.Image, error) {
	return q.Still(ctx, r.StillRequest)
}

// newTestServer returns a sandbox for one test, with an instant renderer.
func newTestServer(t testing.TB, dir string) *Server {
	t.Helper()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	s, err := New(Options{Dir: dir, Renderer: instantRenderer{}, Public: netip.Addr.IsLoopback, Now: func() time.Time {
		return now
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// FuzzBodies verifies that a body is either read within its limits into a valid request, or refused with a message.
func FuzzBodies(f *testing.F) {
	const form = "multipart/form-data; boundary=b"
	for kind, bodies := range map[string][]string{
		"application/json": {
			`{"model":"clip-3.0","prompt":"x","seconds":5,"seed":-1,"audio":null,"input_reference":["https://h/1","https://h/2"]}`,
			`{"model":"genimage-2.5-flare","prompt":"x","images":[{"image_url":"https://h/1"}],"response_format":"b64_json"}`,
			`{"input_reference":[null,{}],"seconds":1e400}`, `[[[[`, `{"image":1,"size":{}}`,
		},
		form: {
			"--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"../a.png\"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name=\"prompt\"\r\n\r\nx\r\n--b--\r\n",
			"--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nclip-3.0\r\n--b\r\nContent-Disposition: form-data; name=\"prompt\"\r\n\r\nx\r\n--b--",
			"--b\r\nContent-Disposition: x\r\n",
		},
	} {
		for _, b := range bodies {
			f.Add(kind, []byte(b))
		}
	}
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		post := func() (http.ResponseWriter, *http.Request) {
			r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
			r.Header.Set("Content-Type", kind)
			return httptest.NewRecorder(), r
		}
		check := func(what string, bad *refusal, problem error) {
			if bad == nil && problem != nil {
				t.Errorf("%s: taken, but %v", what, problem)
			}
			if bad != nil && (bad.message == "" || bad.status < 400 || bad.status > 499) {
				t.Errorf("%s: refused with %+v", what, bad)
			}
		}
		w, r := post()
		v, bad := readVideoRequest(w, r)
		check("video", bad, v.Validate())
		w, r = post()
		p, bad := readGeneration(w, r)
		check("picture", bad, p.Validate())
		w, r = post()
		e, bad := readEdit(w, r)
		check("edit", bad, e.Validate())
		if bad == nil {
			if width, height := e.dimensions(); len(e.links) > maxPictures || len(e.inputs) > maxPictures ||
				width < client.MinSide || height < client.MinSide || max(width, height) > client.MaxSide {
				t.Errorf("%d links, %d pictures, %d by %d", len(e.links), len(e.inputs), width, height)
			}
		}
	})
}

// FuzzGuard verifies that only programs on this computer and pages of the sandbox itself pass the origin check.
func FuzzGuard(f *testing.F) {
	for _, s := range [][2]string{{"127.0.0.1:8790", ""}, {"localhost", "http://localhost"},
		{"127.0.0.1.evil.test", ""}, {"[::1%25lo]:1", ""}, {"localhost:1", "http://evil.test"},
		{"127.0.0.1", "null"}, {"0.0.0.0", ""}, {"2130706433", ""}, {"127.1", ""}, {"[::ffff:127.0.0.1]", ""},
		{"localhost.", ""}, {"", ""}} {
		f.Add(s[0], s[1])
	}
	s := newTestServer(f, "")
	passed := false
	h := s.checkOrigin(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed = true }))
	f.Fuzz(func(t *testing.T, host, origin string) {
		passed = false
		r := httptest.NewRequest(http.MethodGet, "http://x/", nil)
		r.Host = host
		r.Header.Set("Origin", origin)
		h.ServeHTTP(httptest.NewRecorder(), r)
		if !passed {
			return
		}
		name := hostOf(host)
		ip, err := netip.ParseAddr(name)
		if name != "localhost" && (err != nil || !ip.Unmap().IsLoopback()) {
			t.Errorf("host %q gets through", host)
		}
		// An Origin header must not contain a path or a user.
		if origin != "" && !strings.HasPrefix(strings.ToLower(origin), "http://") {
			t.Errorf("origin %q gets through to %q", origin, host)
		}
		if u, err := url.Parse(origin); origin != "" && (err != nil || u.Host != host) {
			t.Errorf("origin %q gets through to %q", origin, host)
		}
	})
}

// FuzzLink verifies that links cannot be forged and expire as stated.
func FuzzLink(f *testing.F) {
	s := newTestServer(f, "")
	now := s.opts.Now()
	good, _ := url.Parse(s.sign(clipPath+"x.mp4", now.Add(time.Minute)))
	f.Add(good.Path, good.RawQuery)
	f.Add(picturePath+"../../sandbox.json", "expires=99999999999&signature=")
	f.Add(clipPath+"x.mp4\n1", "expires=1&signature=AAAA")
	f.Fuzz(func(t *testing.T, path, query string) {
		u := &url.URL{Path: path, RawQuery: query}
		if s.checkLink(u) != linkForged && u.Query().Get("signature") != s.signature(path, u.Query().Get("expires")) {
			t.Errorf("%q is taken", u)
		}
		for _, life := range []time.Duration{-time.Second, time.Minute} {
			made, err := url.Parse(s.sign("/x", now.Add(life)))
			if err != nil {
				t.Fatal(err)
			}
			if got := s.checkLink(made); (got == linkValid) != (life > 0) {
				t.Errorf("a link of %v is %d", life, got)
			}
			made.Path = path
			if path != "/x" && s.checkLink(made) != linkForged {
				t.Errorf("a signature for /x is taken for %q", path)
			}
		}
	})
}

// FuzzState verifies that the sandbox opens any folder content, never leaves its folder, and reopens with the same
// ledger.
func FuzzState(f *testing.F) {
	f.Add([]byte(`{"task":{"id":"video_1","request":{"model":"clip-3.0","prompt":"x"},"status":"queued","created_at":"2026-11-21T11:59:00Z","takes":20000000000},"entries":[{"id":1,"kind":"reserve","task_id":"video_1","amount_micros":5}]}`+"\n"),
		[]byte(`{"key":"k","port":70000,"secret":"s"}`))
	f.Add([]byte(`{"picture":{"id":"../../x","format":"png","created_at":"2026-11-21T11:59:00Z"}}`+"\n"+
		`{"task":{"id":"../../y","status":"x","takes":-1}}`+"\n{"), []byte("null"))
	f.Add([]byte("\x00\n"), []byte(`{"key":`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, journal, id []byte) {
		box := filepath.Join(dir, "box")
		if err := os.RemoveAll(box); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(box, 0o700); err != nil {
			t.Fatal(err)
		}
		for name, b := range map[string][]byte{journalFile: journal, identityFile: id} {
			if err := os.WriteFile(filepath.Join(box, name), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		entries := -1
		for range 2 {
			now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
			s, err := New(Options{Dir: box, Renderer: instantRenderer{io.ErrUnexpectedEOF}, Now: func() time.Time {
				return now
			}})
			if err != nil {
				t.Fatalf("it does not open: %v", err)
			}
			s.mu.Lock()
			got := len(s.state.entries)
			for len(s.pending)+s.runningCount > 0 {
				s.workChanged.Wait()
			}
			s.mu.Unlock()
			if s.Key() == "" || entries >= 0 && got < entries {
				t.Errorf("%d entries became %d", entries, got)
			}
			entries = len(s.Ledger())
			if entries < got {
				t.Errorf("%d entries became %d", got, entries)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("it wrote beside its folder: %v, %v", left, err)
		}
	})
}

// FuzzPicture verifies that a decoded picture has the size that was checked.
func FuzzPicture(f *testing.F) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("GIF89a\x02\x00\x02\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x02\x00\x02\x00\x00\x02\x02D\x01\x00;"))
	f.Add(oversizedWebP())
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, _, err := image.DecodeConfig(bytes.NewReader(b)); err != nil || c.Width*c.Height > 1<<20 {
			return
		}
		var img image.Image
		var err error
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		img, err = decodePicture(b)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20+uint64(256*len(b)) {
			t.Fatalf("%d bytes of memory for a file of %d", n, len(b))
		}
		if err == nil && (img.Bounds().Dx() > maxPictureSide || img.Bounds().Dx()*img.Bounds().Dy() > 1<<20) {
			t.Errorf("decoded %v", img.Bounds())
		}
	})
}

// oversizedWebP returns a WebP that states one pixel and contains a frame of 16384 by 16384.
func oversizedWebP() []byte {
	return []byte("RIFF\x30\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
		"VP8L\x09\x00\x00\x00\x2f\xff\xff\xff\x0f\x88\x88\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00")
}
