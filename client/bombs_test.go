package client

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// vp8lHeader is the chunk of a lossless WebP frame that claims w by h pixels.
func vp8lHeader(w, h int) []byte {
	b := append([]byte("VP8L"), 0, 0, 0, 0)
	bits := uint32(w-1) | uint32(h-1)<<14
	b = append(b, 0x2f)
	b = binary.LittleEndian.AppendUint32(b, bits)
	b = append(b, 0x88, 0x88, 0x08, 0) // no transforms, and five codes of one symbol each: no pixel costs a bit
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-8))
	return b
}

// extendedWebP puts an extended header that claims w by h pixels before a frame.
func extendedWebP(w, h int, frame []byte) []byte {
	b := []byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00")
	b = append(b, byte(w-1), byte((w-1)>>8), byte((w-1)>>16), byte(h-1), byte((h-1)>>8), byte((h-1)>>16))
	b = append(b, frame...)
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-8))
	return b
}

// A picture of two hundred bytes can claim a size that needs gigabytes, in its first or in a second header.
func TestPictureBombsUseLittleMemory(t *testing.T) {
	tiny, err := base64.StdEncoding.DecodeString(tinyWebP)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := CheckImage(bytes.NewReader(extendedWebP(1, 1, tiny[12:])), int64(len(tiny)+18)); err != nil {
		t.Errorf("an honest extended WebP: %v", err)
	}
	c := parser(t)
	for name, bomb := range map[string][]byte{
		"PNG":                        lyingPNG(30000, 30000),
		"WebP":                       append([]byte("RIFF\x32\x00\x00\x00WEBP"), vp8lHeader(16384, 16384)...),
		"WebP behind another header": extendedWebP(1, 1, vp8lHeader(16384, 16384)),
		"WebP of a cut frame":        extendedWebP(1, 1, []byte("VP8L\x05\x00\x00\x00\x2f\xff")),
		"JPEG":                       []byte("\xff\xd8\xff\xc2\x00\x11\x08\xff\xff\xff\xff\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00\xff\xd9"),
	} {
		if len(bomb) > 200 {
			t.Fatalf("%s has %d bytes", name, len(bomb))
		}
		path := filepath.Join(t.TempDir(), "a.png")
		n := allocated(func() {
			if _, err := CheckImage(bytes.NewReader(bomb), int64(len(bomb))); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %v", name, err)
			}
			item := ImageItem{B64JSON: base64.StdEncoding.EncodeToString(bomb)}
			if err := c.FetchImage(context.Background(), item, path); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %v", name, err)
			}
		})
		if n > 1<<20 {
			t.Errorf("%s of %d bytes takes %d bytes of memory", name, len(bomb), n)
		}
		if exists(path) || exists(path+".part") {
			t.Errorf("%s: something was left", name)
		}
	}
}

// The decoder of the standard library allocates memory for the frame, so the test file is a real bomb.
func TestCheckWebPSizeRefusesBomb(t *testing.T) {
	b := extendedWebP(1, 1, vp8lHeader(2048, 2048))
	if conf, _, err := image.DecodeConfig(bytes.NewReader(b)); err != nil || conf.Width != 1 {
		t.Fatalf("measured %+v, %v: this decoder sees through it, so CheckWebPSize may go", conf, err)
	}
	if n := allocated(func() { _, _, _ = image.Decode(bytes.NewReader(b)) }); n < 4*2048*2048 {
		t.Errorf("decoding took %d bytes only: the guard guards against nothing", n)
	}
}

// bomb is n times a text, gzipped, between two ends.
func bomb(t *testing.T, head, text, tail string, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	chunk := strings.Repeat(text, 1<<20/len(text))
	_, err := io.WriteString(z, head)
	for left := n; left > 0 && err == nil; left -= len(chunk) {
		_, err = io.WriteString(z, chunk)
	}
	_, err2 := io.WriteString(z, tail)
	if err := errors.Join(err, err2, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An answer counts by what it unpacks to. 80 MB of JSON in 80 KB end at the cap of the call, whatever the call.
func TestCompressedAnswersAreLimited(t *testing.T) {
	huge := bomb(t, `{"id":"task_1","status":"queued","x":"`, "aaaaaaaa", `"}`, 80<<20)
	if len(huge) > 160<<10 {
		t.Fatalf("the bomb has %d bytes", len(huge))
	}
	ctx := context.Background()
	for name, tc := range map[string]struct {
		status int
		call   func(*Client) error
		want   error
		memory uint64
	}{
		"status": {200, func(c *Client) error { return second(c.GetVideo(ctx, "task_1")) }, ErrTooLarge, 64 << 20},
		"submit": {200, func(c *Client) error {
			return second(c.SubmitVideo(ctx, goodVideo()))
		}, ErrTooLarge, 64 << 20},
		"connection": {200, func(c *Client) error { return second(c.TestConnection(ctx)) }, ErrTooLarge, 64 << 20},
		"picture": {200, func(c *Client) error {
			c.maxPicture = 20 << 20
			return second(c.GenerateImage(ctx, goodImage()))
		}, ErrTooLarge, 160 << 20},
		"refusal": {500, func(c *Client) error { return second(c.GetVideo(ctx, "task_1")) }, ErrServer, 64 << 20},
	} {
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(tc.status)
			_, _ = w.Write(huge)
		})
		var err error
		if n := allocated(func() { err = tc.call(c) }); n > tc.memory {
			t.Errorf("%s takes %d MB", name, n>>20)
		}
		if !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
		if name == "submit" && (OutcomeOf(err) != Unknown || !asError(t, err).Accepted()) { // it may have been charged
			t.Errorf("%s: %v", name, OutcomeOf(err))
		}
		if len(asError(t, err).Raw) > maxRaw {
			t.Errorf("%s keeps %d bytes", name, len(asError(t, err).Raw))
		}
	}
}

// JSON of a million members of two bytes stays below every cap in bytes and would cost a hundred times its length.
func TestCrowdedAnswersUseLittleMemory(t *testing.T) {
	c := parser(t)
	for name, body := range map[string]string{
		"pictures": `{"data":[` + strings.Repeat("0,", 4<<20) + `0]}`,
		"images":   `{"images":[` + strings.Repeat("{},", 2<<20) + `0]}`,
		"members":  `{` + strings.Repeat(`"":0,`, 1<<20) + `"data":[]}`,
	} {
		var res *ImageResult
		if n := allocated(func() { res = c.parsePictures([]byte(body)) }); n > 8*uint64(len(body)) {
			t.Errorf("%s: %d MB for %d MB", name, n>>20, len(body)>>20)
		}
		if len(res.Data) != 0 {
			t.Errorf("%s: %d pictures", name, len(res.Data))
		}
	}
	full := `{"data":[` + strings.Repeat(`{"url":"https://h/\",{[\""},`, maxMembers-1) + `"https://h/2"]}`
	if got := len(c.parsePictures([]byte(full)).Data); got != maxMembers {
		t.Errorf("%d pictures, want %d", got, maxMembers)
	}
	if got := len(c.parsePictures([]byte(strings.Replace(full, "[{", "[1,{", 1))).Data); got != 0 {
		t.Errorf("%d pictures, want none", got)
	}
}

// A link that sends a packed picture, or one without an end, is cut at the cap and leaves nothing.
func TestFetchImageOfBombLeavesNoFile(t *testing.T) {
	zeros := bomb(t, "\x89PNG\r\n\x1a\n", strings.Repeat("\x00", 64), "", 70<<20)
	for name, packed := range map[string]bool{"packed": true, "endless": false} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if packed {
				w.Header().Set("Content-Encoding", "gzip")
				_, _ = w.Write(zeros)
				return
			}
			for chunk := make([]byte, 1<<20); ; {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		}))
		path := filepath.Join(t.TempDir(), "a.png")
		var err error
		n := allocated(func() {
			err = newClient(t, s.URL).FetchImage(context.Background(), ImageItem{URL: s.URL + "/a.png"}, path)
		})
		s.Close()
		if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrTooLarge) || n > 16<<20 {
			t.Errorf("%s: %v, %d bytes of memory", name, err, n)
		}
		if exists(path) || exists(path+".part") {
			t.Errorf("%s: something was left", name)
		}
	}
}

// TestTaskIDsOfAnswersAreChecked: what cannot be one segment of a path, or cannot be shown, is refused before anything
// is sent.
func TestTaskIDsOfAnswersAreChecked(t *testing.T) {
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Error("asked", r.URL) })
	for name, id := range map[string]string{
		"a dot": ".", "dots": "..", "NUL": "a\x00b", "empty": "", "a line": "a\n", "right to left": "a\u202eb",
		"C1":        "a\u0085b",
		"513 bytes": strings.Repeat("a", 513), "not UTF-8": "a\xff", "the key": "a" + testKey + "b",
	} {
		if err := c.checkTaskID(id); !errors.Is(err, ErrBadTaskID) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := c.GetVideo(context.Background(), id); !errors.Is(err, ErrBadTaskID) {
			t.Errorf("get %s: %v", name, err)
		}
		path := filepath.Join(t.TempDir(), "a.mp4")
		if err := c.DownloadVideo(context.Background(), id, path, nil); !errors.Is(err, ErrBadTaskID) ||
			exists(path+".part") {
			t.Errorf("download %s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// progressiveJPEG returns a JPEG of a hundred bytes that claims a size. Its scans are complete enough for a decoder to
// allocate the memory.
func progressiveJPEG(width, height uint16, sampling ...byte) []byte {
	b := []byte{0xff, 0xd8, 'x', 0xff, 0, 0xff, 0xff, 0xc2, 0, byte(8 + 3*len(sampling)), 8}
	b = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(b, height), width)
	b = append(b, byte(len(sampling)))
	for i, s := range sampling {
		b = append(b, byte(i+1), s, 0)
	}
	// One code of one bit: the end of this band for at least 16,384 blocks.
	b = append(b, 0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0)
	return append(b, 0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0)
}

// What a progressive JPEG takes is known before it is taken, to the byte.
func TestJPEGMemory(t *testing.T) {
	for _, tc := range []struct {
		width, height uint16
		sampling      []byte
		want          int
	}{
		{8192, 8192, []byte{0x11, 0x11, 0x11}, 960 << 20},
		{8192, 8192, []byte{0x22, 0x11, 0x11}, 480 << 20},
		{3840, 3840, []byte{0x11, 0x11, 0x11}, 3840 * 3840 * 15},
		{17, 9, []byte{0x22, 0x11, 0x11}, 2 * 6 * 64 * 5},
		{17, 9, []byte{0x42}, 3 * 2 * 64 * 5}, // of one component the factors do not count
		{16, 16, []byte{0x22, 0x11, 0x11, 0x22}, 10 * 64 * 5},
		{8, 8, []byte{0x00, 0x11, 0x11}, 0}, {8, 8, nil, 0},
	} {
		if got := JPEGMemory(bytes.NewReader(progressiveJPEG(tc.width, tc.height, tc.sampling...))); got != tc.want {
			t.Errorf("%d by %d, %x: %d, want %d", tc.width, tc.height, tc.sampling, got, tc.want)
		}
	}
	if got := JPEGMemory(strings.NewReader("\x89PNG" +
		string(progressiveJPEG(8192, 8192, 0x11, 0x11, 0x11)[2:]))); got != 0 {
		t.Errorf("what is no JPEG: %d", got)
	}
	whole := progressiveJPEG(9, 9, 0x11)
	for n := range len(whole) {
		_ = JPEGMemory(bytes.NewReader(whole[:n])) // no panic, and no end that is not reached
	}
	real := progressiveJPEG(1024, 1024, 0x11)
	if n := allocated(func() {
		_, _, _ = image.Decode(bytes.NewReader(real))
	}); n < uint64(JPEGMemory(bytes.NewReader(real))) {
		t.Errorf("decoding took %d bytes only: the guard guards against nothing", n)
	}
}
