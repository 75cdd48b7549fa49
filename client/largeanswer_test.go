package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// noisy returns a complete PNG of more than n bytes, with padding after its end.
func noisy(t testing.TB, n int) []byte { return append(picture(t, "png", 30, 20), make([]byte, n)...) }

// TestLargeAnswerSpillsToFile: a noisy picture of 3840 by 3840 pixels has 79 MB as base64. It goes to the disk
// while it comes, in either field, and costs little memory.
func TestLargeAnswerSpillsToFile(t *testing.T) {
	const size = 59 << 20
	data := noisy(t, size)
	std := base64.StdEncoding.EncodeToString(data)
	ctx := context.Background()
	for name, body := range map[string][]string{
		"b64_json": {`{"created":1,"data":[{"url":"","b64_json":"`, std,
			`","revised_prompt":"p"}],"usage":{"input_tokens":5,"output_tokens":7}}`},
		"url": {`{"data":{"url":"data:image\/png;base64,`, std,
			`"},"usage":{"input_tokens":5,"output_tokens":7}}`},
	} {
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			for _, part := range body {
				io.WriteString(w, part)
			}
		})
		dir := t.TempDir()
		r := goodImage()
		r.SpillPrefix = filepath.Join(dir, "x")
		var res *ImageResult
		if n := allocated(func() {
			var err error
			if res, err = c.GenerateImage(ctx, r); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}); n > 128<<20 {
			t.Errorf("%s: %d MB of memory", name, n>>20)
		}
		if len(res.Data) != 1 || res.Usage.OutputTokens != 7 || res.Data[0].File == "" || res.Data[0].URL != "" {
			t.Fatalf("%s: %+v", name, res.Data)
		}
		path := filepath.Join(dir, "a.png")
		if err := c.FetchImage(ctx, res.Data[0], path); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := c.FetchImage(ctx, res.Data[0], path); err != nil { // a sync that failed is tried again
			t.Errorf("%s, once more: %v", name, err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
			t.Errorf("%s: %v", name, left)
		}
	}
}

// TestLargeAnswerOnFullDisk: then it is held in memory, so that it can be written when there is room.
func TestLargeAnswerOnFullDisk(t *testing.T) {
	data := noisy(t, 5000)
	body := fmt.Sprintf(`{"data":[{"b64_json":%q}]}`, base64.StdEncoding.EncodeToString(data))
	c := parser(t)
	large := &largeResponse{limit: 1 << 20, spillPrefix: filepath.Join(t.TempDir(), "no such folder", "x")}
	text, err := large.read(bufio.NewReaderSize(strings.NewReader(body), 64))
	items := large.restore(c.parsePictures(text).Data)
	if err != nil || len(items) != 1 || items[0].File != "" {
		t.Fatalf("%v, %d items", err, len(items))
	}
	path := filepath.Join(t.TempDir(), "a.png")
	if err := c.FetchImage(context.Background(), items[0], path); err != nil {
		t.Fatal(err)
	}
	landed(t, path, data)

	// Full in the middle: the first bytes are in the file, and stay there until the rest has room.
	file := filepath.Join(t.TempDir(), "x-0.part")
	os.WriteFile(file, data[:3000], 0o600)
	half := ImageItem{File: file, tail: string(data[3000:])}
	blocked := filepath.Join(t.TempDir(), "b.png")
	os.MkdirAll(filepath.Join(blocked, "x"), 0o700)
	if err := c.FetchImage(context.Background(), half, blocked); err == nil {
		t.Error("it lands where a folder stands")
	}
	if err := c.FetchImage(context.Background(), half, path+"2"); err != nil {
		t.Fatal(err)
	}
	landed(t, path+"2", data)

	// Refused, and moved aside before the disk failed: the next try does not call it lost.
	os.WriteFile(path+"3"+RefusedExt, data[:100], 0o600)
	if err := c.FetchImage(context.Background(), half, path+"3"); !errors.Is(err, ErrDeliveredDamaged) {
		t.Errorf("kept aside: %v", err)
	}
}

// TestTruncatedLargeAnswers: no picture of an answer that is not whole stays on the disk, but its text does.
func TestTruncatedLargeAnswers(t *testing.T) {
	whole := `{"data":[{"b64_json":"` + strings.Repeat("QUJD", 128<<10) + `"}]}`
	for name, tc := range map[string]struct {
		body string
		want error
	}{
		"cut in the picture":   {whole[:300<<10], ErrNoAnswer},
		"larger than any":      {whole, ErrTooLarge},
		"no picture in it":     {strings.Replace(whole[:300<<10]+`"}]}`, "data", "date", 1), ErrNoImage},
		"words without an end": {`{"data":[` + strings.Repeat(`"x",`, 96<<10), ErrTooLarge},
	} {
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			if tc.want == ErrNoAnswer {
				w.Header().Set("Content-Length", fmt.Sprint(len(whole)))
			}
			io.WriteString(w, tc.body)
		})
		c.maxPicture, c.maxText = 400<<10, 200<<10
		dir := t.TempDir()
		r := goodImage()
		r.SpillPrefix = filepath.Join(dir, "x")
		_, err := c.GenerateImage(context.Background(), r)
		if !errors.Is(err, tc.want) || !asError(t, err).Accepted() {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 || left[0] != r.SpillPrefix+UnreadableExt {
			t.Errorf("%s: %v is left", name, left)
		}
	}
}

// FuzzLargeAnswer checks that a split response has the same result as the same response in memory.
func FuzzLargeAnswer(f *testing.F) {
	std := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{0xfb, 0xff, 0, 1, 2}, 20))
	for _, s := range []string{
		`{"data":[{"b64_json":"` + std + `"},{"url":"https://h/x"}],"usage":{"input_tokens":5}}`,
		`{"data":{"url":"data:image\/png;base64,` + strings.ReplaceAll(std, "/", `\/`) + `"}}`,
		`{"images":["data:image/png;base64,` + std + `","` + strings.Repeat(`\u0041\n`, 30) + `"]}`,
		`{"data":[{"b64_json":"` + std[:70] + `\`, `{"x":"` + strings.Repeat("A", 40) +
			`%A","data":[{"b64_json":"x"}]}`,
	} {
		f.Add([]byte(s))
	}
	c := parser(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) {
			body = append([]byte(`{"data":[{"b64_json":`), append(body, '}', ']', '}')...)
		}
		large := &largeResponse{limit: 1 << 20}
		text, err := large.read(bufio.NewReaderSize(bytes.NewReader(body), 32))
		if err != nil {
			if json.Valid(body) {
				t.Fatal(err)
			}
			return
		}
		if !json.Valid(body) { // what is wrong inside of a long string is not seen
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q became %q", body, text)
		}
		read := func(items []ImageItem) (all []string) {
			for _, it := range items {
				var r io.Reader = strings.NewReader(it.tail)
				switch {
				case it.tail != "":
				case it.B64JSON != "":
					r = base64Reader(it.B64JSON)
				case hasScheme(it.URL, "data"):
					r = base64Reader(it.URL)
				}
				if b, _ := io.ReadAll(r); len(b) > 0 {
					all = append(all, string(b))
				}
			}
			return all
		}
		want, got := read(c.parsePictures(body).Data), read(large.restore(c.parsePictures(text).Data))
		left := got
		for _, w := range want { // between them may be what a link gives that is too long to be one
			i := slices.Index(left, w)
			if i < 0 {
				t.Fatalf("%q gives %q, want %q", body, got, want)
			}
			left = left[i+1:]
		}
	})
}
