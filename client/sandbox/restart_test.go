package sandbox_test

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
)

// reopen closes the sandbox and opens its folder again, like a restart of the program.
func (b *box) reopen(set ...func(*sandboxtest.Options)) {
	b.t.Helper()
	if err := b.Close(); err != nil {
		b.t.Fatal(err)
	}
	b.renderer = &sandboxtest.Renderer{}
	b.open(set...)
}

func TestRestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "box")
	in := func(o *sandboxtest.Options) { o.Dir = dir }
	b := start(t, in)
	done := b.finish(object{"prompt": "done"})
	clip := b.content(done)
	link, _ := b.generate(object{"prompt": "fox", "size": "64x64"}).item(t)
	failing := b.submit(object{"prompt": "this will [fail]"})
	b.renderer.Hold = make(chan struct{})
	running, waiting := b.submit(object{"prompt": "running", "seed": 4}), b.submit(object{"prompt": "waiting"})
	for len(b.renderer.Clips()) < 2 { // the finished one, and one of the two
		runtime.Gosched()
	}
	b.clock.Add(15 * time.Second)
	before := map[string]map[string]any{running: b.poll(running), waiting: b.poll(waiting)}
	key, url, ledger := b.Key(), b.BaseURL(), b.kinds()

	b.reopen(in)
	if b.Key() != key || b.BaseURL() != url || b.kinds() != strings.Replace(ledger, "\n", "", -1) {
		t.Errorf("key, port or ledger changed: %s, %s", b.BaseURL(), b.kinds())
	}
	for id, was := range before {
		if is := b.poll(id); is["progress"].(float64) < was["progress"].(float64) || was["status"] == "in_progress" &&
			is["status"] != "in_progress" {
			t.Errorf("before %v, after %v", was, is)
		}
	}
	b.rendered()
	if got := b.content(done); !bytes.Equal(got.body, clip.body) || got.header.Get("ETag") != clip.header.Get("ETag") {
		t.Error("the clip changed")
	}
	if a := b.get(link); a.status != http.StatusOK {
		t.Errorf("the picture's link: %d", a.status)
	}
	b.clock.Add(10 * time.Second)
	for id, want := range map[string]string{running: "completed", waiting: "completed", failing: "failed"} {
		if got := b.poll(id)["status"]; got != want {
			t.Errorf("%s: %v, want %s", id, got, want)
		}
	}
	if n := len(b.renderer.Clips()); n != 2 {
		t.Errorf("%d clips rendered after the restart, want 2", n)
	}
	count := map[string]int{}
	for i, e := range b.Ledger() {
		count[e.Kind]++
		if e.ID != int64(i+1) {
			t.Errorf("entry %d has id %d", i, e.ID)
		}
	}
	if count["reserve"] != 4 || count["charge"] != 4 || count["refund"] != 1 { // three clips and a picture
		t.Errorf("ledger %v", count)
	}
	b.reopen(in)
	if len(b.Tasks()) != 4 || len(b.renderer.Clips()) != 0 {
		t.Errorf("%d tasks, %d rendered", len(b.Tasks()), len(b.renderer.Clips()))
	}
}

// A link to a picture of the sandbox is recognized after the port has changed.
func TestOwnLinkWorksAfterPortChange(t *testing.T) {
	dir := t.TempDir()
	in := func(o *sandboxtest.Options) { o.Dir = dir }
	b := start(t, in)
	link, _ := b.generate(object{"prompt": "fox", "size": "64x64"}).item(t)
	old := b.BaseURL()
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", strings.TrimPrefix(old, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	b.open(in)
	if b.BaseURL() == old || b.BaseURL() == "" {
		t.Fatalf("port %s", b.BaseURL())
	}
	if p := b.poll(b.finish(object{"input_reference": link})); p["status"] != "completed" {
		t.Errorf("%v", p)
	}
	if err := taken.Close(); err != nil {
		t.Fatal(err)
	}
	b.reopen(in)
	if b.BaseURL() != old {
		t.Errorf("the old port was free again, but %s is used", b.BaseURL())
	}
}

func TestTruncatedJournal(t *testing.T) {
	for name, spoil := range map[string]func([]byte) []byte{
		"the last line is torn": func(b []byte) []byte { return append(b, []byte(`{"task":{"id":"task_half`)...) },
		"a line is damaged":     func(b []byte) []byte { return append(b, []byte("\x00\x00\x00\n{}\n")...) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			in := func(o *sandboxtest.Options) { o.Dir = dir }
			b := start(t, in)
			id := b.finish(object{"prompt": "done"})
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			journal := filepath.Join(dir, "journal.jsonl")
			raw, err := os.ReadFile(journal)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(journal, spoil(raw), 0o600); err != nil {
				t.Fatal(err)
			}
			b.open(in)
			if p := b.poll(id); p["status"] != "completed" || len(b.Ledger()) != 2 {
				t.Errorf("%v, ledger %s", p, b.kinds())
			}
			b.finish(object{"prompt": "more"})
			b.reopen(in)
			if len(b.Tasks()) != 2 || len(b.Ledger()) != 4 {
				t.Errorf("%d tasks, ledger %s", len(b.Tasks()), b.kinds())
			}
		})
	}
}

func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "box")
	in := func(o *sandboxtest.Options) { o.Dir = dir }
	b := start(t, in)
	id := b.finish(object{"prompt": "done"})
	b.generate(object{"prompt": "fox", "size": "64x64"})
	if _, err := sandbox.New(sandbox.Options{Dir: dir}); !errors.Is(err, sandbox.ErrInUse) {
		t.Errorf("a second one: %v", err)
	}
	files := 0
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		want := os.FileMode(0o600)
		if info.IsDir() {
			want = 0o700
		} else {
			files++
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return nil
	})
	if err != nil || files != 5 { // journal, identity, lock, clip, picture
		t.Errorf("%d files, %v", files, err)
	}
	clip := filepath.Join(dir, "clips", id+".mp4")
	b.clock.Add(7*24*time.Hour + time.Hour)
	b.poll(id)
	if _, err := os.Stat(clip); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the clip after 7 days: %v", err)
	}
}

func TestExplicitKeyIsNotKept(t *testing.T) {
	dir := t.TempDir()
	in := func(o *sandboxtest.Options) { o.Dir = dir }
	b := start(t, in, func(o *sandboxtest.Options) { o.Key = "sk-mine" })
	if b.Key() != "sk-mine" || b.get("/v1/videos/x").status != http.StatusNotFound {
		t.Error("the key is not used")
	}
	raw, err := os.ReadFile(filepath.Join(dir, "sandbox.json"))
	if err != nil || bytes.Contains(raw, []byte("sk-mine")) {
		t.Errorf("sandbox.json: %v", err)
	}
	b.reopen(in)
	if b.Key() == "sk-mine" || len(b.Key()) < 32 {
		t.Errorf("key %q", b.Key())
	}
}
