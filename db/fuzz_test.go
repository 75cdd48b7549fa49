package db

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/client/decode"
	"viviscope/db/folder"
)

// FuzzMade: a parsed provenance can be written and is parsed equal.
func FuzzMade(f *testing.F) {
	whole, err := json.Marshal(madeBy(clipOf("seed"), 0))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"job_ref":"` + strings.Repeat("a", 32) +
		`","kind":"edit_image","input_path":"inputs/../../x","task_id":"..","estimate_micros":-1,"clicked":"0001-01-01T00:00:00Z"}`))
	f.Add([]byte(`{"job_ref":"` + strings.Repeat("0", 32) +
		`","kind":"text_to_video","prompt":"\u0000\ud800","request":[1e999],"service":{"base_url":"http://u:p@h"},"costs":[{"amount_micros":9e18}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, ok := parseProvenance(data)
		if !ok {
			return
		}
		if m.InputPath != "" && (!filepath.IsLocal(m.InputPath) ||
			!strings.HasPrefix(m.InputPath, folder.Inputs+"/")) || strings.ContainsAny(m.TaskID, "/\\\x00") ||
			strings.Contains(m.Prompt, "\x00") || len(m.Prompt) > maxPrompt ||
			strings.Contains(m.Service.BaseURL, "@") && strings.Contains(m.Service.BaseURL, "://u:p@") {
			t.Fatalf("parsed: %+v", m)
		}
		for _, c := range m.Costs {
			if c.AmountMicros != nil && (*c.AmountMicros < 0 || *c.AmountMicros > maxMicros) {
				t.Fatalf("a cost of %d", *c.AmountMicros)
			}
		}
		one, err := json.Marshal(m)
		if err != nil {
			t.Fatalf("it cannot be written again: %v", err)
		}
		again, ok := parseProvenance(one)
		if !ok {
			t.Fatalf("it is refused when it is read again: %s", one)
		}
		if two, err := json.Marshal(again); err != nil || !bytes.Equal(one, two) {
			t.Fatalf("%s became %s, %v", one, two, err)
		}
	})
}

// FuzzName: a name or path from outside leads to a place inside the library, or is refused.
func FuzzName(f *testing.F) {
	for _, s := range []string{"a.mp4", "../x", "/etc/passwd", "CON", "con.txt", "a\x00b", strings.Repeat("a", 200),
		"ä", "a/b", `a\b`, ".", "..", "a.", "a ", "files/../../x", "trash/x.json", "a:b"} {
		f.Add(s)
	}
	l := newLibrary(f)
	f.Fuzz(func(t *testing.T, name string) {
		for _, place := range []func(string) (string, error){l.IncomingPath, l.ThumbPath, l.AbsPath} {
			p, err := place(name)
			if err != nil {
				continue
			}
			rel, err := filepath.Rel(l.Dir(), p)
			if err != nil || !filepath.IsLocal(rel) || strings.ContainsRune(p, 0) {
				t.Errorf("%q leads to %q", name, p)
			}
		}
		if p, err := l.IncomingPath(name); err == nil &&
			(filepath.Base(p) != name || filepath.Dir(p) != filepath.Join(l.Dir(), folder.Incoming) ||
				len(name) > 128) {
			t.Errorf("%q becomes %q in incoming", name, p)
		}
		if ext, err := folder.CheckExt(name); err == nil && (len(ext) > 8 || strings.ContainsAny(ext, "./\\\x00")) {
			t.Errorf("%q is taken as the extension %q", name, ext)
		}
		if f, err := l.OpenFile(name); err == nil {
			_ = f.Close()
			if !filepath.IsLocal(name) {
				t.Errorf("%q was opened", name)
			}
		}
		if made := timeOfBackup(name); !made.IsZero() && !strings.Contains(name, made.Format("2006")) {
			t.Errorf("%q is a copy of %v", name, made)
		}
	})
}

// FuzzSniff: the type of a file depends only on its bytes and is found in little memory. A file that cannot be measured
// has no size.
func FuzzSniff(f *testing.F) {
	for _, s := range []string{mp4Head, onePNG(), "GIF89a\xff\xff\xff\xff", "\xff\xd8\xff\xe0",
		"RIFF\x1a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff",
		"#EXTM3U\nhttp://evil.test/x.mp4"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		mime, width, height, err := folder.Measure(bytes.NewReader(data))
		switch {
		case err != nil:
			if !errors.Is(err, folder.ErrNoMedia) || width != 0 || height != 0 {
				t.Errorf("%q is %s of %d x %d and %v", data, mime, width, height, err)
			}
		case decode.IsClip(mime):
			if width != 0 || height != 0 {
				t.Errorf("a clip of %d x %d", width, height)
			}
		case width < 1 || height < 1 || width > maxSide || height > maxSide ||
			!slices.Contains([]string{decode.PNG, decode.JPEG, decode.WebP, decode.GIF}, mime):
			t.Errorf("a picture: %s of %d x %d", mime, width, height)
		}
	})
}

// FuzzRequest: for any stored request, a clip has a length and a tier, and the job is read as it was written.
func FuzzRequest(f *testing.F) {
	for _, s := range []string{`{"seconds":5}`, `{"seconds":"7","size":"1920x1080"}`,
		`{"seconds":1e300,"resolution":"x"}`, `{"size":"-1x9999999999999999999"}`, `[`, `{"seconds":{}}`} {
		f.Add(s)
	}
	l := newLibrary(f)
	p := newProfile(f, l)
	job := newJob(f, l, videoJob(p.ID, "seed"))
	f.Fuzz(func(t *testing.T, request string) {
		if len(request) > 0 && !json.Valid([]byte(request)) {
			_ = clipShape(Job{Kind: TextToVideo, Request: json.RawMessage(request)})
			return
		}
		j, err := l.Change(t.Context(), job.ID, func(c *Change) error {
			c.Job.Request = json.RawMessage(request)
			return nil
		})
		if err != nil {
			return // refused; nothing was written
		}
		back, err := l.Job(t.Context(), job.ID)
		if err != nil || !bytes.Equal(back.Request, j.Request) {
			t.Errorf("%q came back as %q, %v", request, back.Request, err)
		}
		if _, err := l.Durations(t.Context(), j.ProfileID, j.Model, 5, "720P", 10); err != nil {
			t.Errorf("%q: %v", request, err)
		}
	})
}

// FuzzSetting: an invalid setting is an error, never a panic, and does not affect other settings.
func FuzzSetting(f *testing.F) {
	f.Add("compose.form", []byte(`{"kind":"x"}`))
	f.Add("", []byte("null"))
	f.Add("window'; DROP TABLE jobs; --", []byte(`[1`))
	l := newLibrary(f)
	f.Fuzz(func(t *testing.T, name string, value []byte) {
		if _, err := l.writer.Exec("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name,
			string(value)); err != nil {
			return
		}
		var into map[string]any
		ok, err := l.Setting(t.Context(), name, &into)
		if ok == (err != nil) || err == nil && !json.Valid(value) {
			t.Errorf("%q holds %q: %v, %v", name, value, ok, err)
		}
	})
}

// FuzzHeader: inspecting any file in place of the database does not change it. A valid header alone is not accepted.
func FuzzHeader(f *testing.F) {
	l := newLibrary(f)
	newProfile(f, l)
	if err := l.Close(); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(l.Dir(), folder.Database))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole[:100])
	f.Add([]byte("SQLite format 3\x00"))
	f.Add([]byte("no database"))
	path := filepath.Join(f.TempDir(), folder.Database)
	f.Fuzz(func(t *testing.T, head []byte) {
		if err := os.WriteFile(path, head, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := inspect(path, 3)
		if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewerSchema) {
			t.Errorf("%q: %v", head[:min(len(head), 100)], err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, head) {
			t.Errorf("inspecting changed it, %v", err)
		}
	})
}
