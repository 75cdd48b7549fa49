package journal

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

var now = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

const (
	secretKey  = "sk-live-4f9aK2mQ81xZpLw0"
	signedLink = "https://files.example.com/clips/a.mp4?X-Amz-Signature=deadbeef01"
)

func open(t *testing.T) *Journal {
	t.Helper()
	j, err := Open(filepath.Join(t.TempDir(), "state"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What should never have been logged is not in the file even then.
func TestLogIsMasked(t *testing.T) {
	j := open(t)
	log := slog.New(j.Handler(slog.LevelDebug))
	log.Debug("fetched", "link", signedLink, "head", "Authorization: Bearer "+secretKey)
	log.Info("job", "job", 7)
	text := read(t, j.LogFile())
	for _, secret := range []string{secretKey, "Signature", "deadbeef01", "a.mp4"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log holds %q:\n%s", secret, text)
		}
	}
	for _, said := range []string{"files.example.com", "msg=job job=7"} {
		if !strings.Contains(text, said) {
			t.Errorf("the log does not say %q:\n%s", said, text)
		}
	}
}

func TestFilesAreForThisAccountOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	j := open(t)
	if err := j.CatchCrashes("Viviscope 1", now); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{j.Folder(): 0o700, j.LogFile(): 0o600, j.crash.Name(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %o", path, info.Mode(), err, want)
		}
	}
}

// However much is written, by however many at once, and by two runs, the log stays within its bounds and no line is broken.
func TestLogIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "viviscope.log")
	const most = 4 << 10
	var work sync.WaitGroup
	for run := range 2 {
		l, err := openLog(path, most)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		for range 2 {
			work.Go(func() {
				for i := range 300 {
					if _, err := fmt.Fprintf(l, "run %d says line %d\n", run, i); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	work.Wait()
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) > keepOld+1 || len(files) < 2 { // two runs that turn the log over at once may skip an old one
		t.Errorf("%d files, want 2 to %d: %v", len(files), keepOld+1, err)
	}
	for _, f := range files {
		text := read(t, f)
		if len(text) > most+most/2 { // two runs may each think that there is room for one more line
			t.Errorf("%s has %d bytes", f, len(text))
		}
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "run ") || !strings.HasSuffix(line, "\n") {
				t.Errorf("broken line %q", line)
			}
		}
	}
}

func TestTailBeginsWithAWholeLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte("first line\nsecond line\nthird\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int64]string{100: "first line\nsecond line\nthird\n", 20: "second line\nthird\n", 8: "third\n"} {
		if got, err := Tail(path, most); err != nil || got != want {
			t.Errorf("Tail(%d) = %q, %v; want %q", most, got, err, want)
		}
	}
}

// A run that ends as it should leaves no report, nor does one that still goes on.
func TestNoCrashNoReport(t *testing.T) {
	j := open(t)
	if err := j.CatchCrashes("Viviscope 1", now); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(j.dir, crashFolder, "other"+rawEnding)
	for age, want := range map[time.Duration]bool{time.Hour: true, forgetRaw + time.Hour: false} {
		if err := os.WriteFile(other, []byte("Viviscope 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(other, now, now); err != nil {
			t.Fatal(err)
		}
		if all, err := j.Reports(now.Add(age)); err != nil || len(all) != 0 {
			t.Errorf("after %v: %v %v", age, all, err)
		}
		if _, err := os.Stat(other); (err == nil) != want {
			t.Errorf("after %v the file of another run: %v, want it there: %v", age, err, want)
		}
	}
	own := j.crash.Name()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(own); !os.IsNotExist(err) {
		t.Errorf("the file of this run is left: %v", err)
	}
}

const dieIn = "VIVISCOPE_TEST_DIE_IN"

// TestMain is the program that dies where a test starts it as one.
func TestMain(m *testing.M) {
	if dir := os.Getenv(dieIn); dir != "" {
		j, err := Open(dir)
		if err == nil {
			err = j.CatchCrashes("Viviscope 1", now)
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		panic("cannot fetch " + signedLink + " with " + secretKey + ", of the job Kite")
	}
	os.Exit(m.Run())
}

func TestCrashLeavesAMaskedReport(t *testing.T) {
	j := open(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dying := exec.Command(program)
	dying.Env = append(os.Environ(), dieIn+"="+j.Folder())
	if out, err := dying.CombinedOutput(); err == nil || !strings.Contains(string(out), "panic:") {
		t.Fatalf("it did not die: %v\n%s", err, out)
	}
	all, err := j.Reports(now)
	if err != nil || len(all) != 1 {
		t.Fatalf("reports %v, %v", all, err)
	}
	text, err := all[0].Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{"Viviscope 1, go", "panic: cannot fetch https://files.example.com/…", "of the job Kite", "\ngoroutine ", "journal.TestMain"} {
		if !strings.Contains(text, said) {
			t.Errorf("the report does not say %q:\n%s", said, text)
		}
	}
	entries, err := os.ReadDir(filepath.Join(j.dir, crashFolder))
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files beside the log, want the report alone: %v", len(entries), err)
	}
	for _, secret := range []string{secretKey, "Signature", "deadbeef01"} {
		if strings.Contains(text, secret) {
			t.Errorf("the report holds %q", secret)
		}
	}
	if again, err := j.Reports(now); err != nil || len(again) != 1 {
		t.Errorf("the report is there until it is discarded: %v %v", again, err)
	}
	if err := Discard(all); err != nil {
		t.Fatal(err)
	}
	if left, err := j.Reports(now); err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestOnlyTheLastReportsAreKept(t *testing.T) {
	j := open(t)
	dir := filepath.Join(j.dir, crashFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range keepReports + 2 {
		path := filepath.Join(dir, fmt.Sprintf("%d%s", i, reportEnding))
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now, now.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	all, err := j.Reports(now)
	if err != nil || len(all) != keepReports || filepath.Base(all[0].Path) != fmt.Sprint(keepReports+1, reportEnding) {
		t.Errorf("%v, %v", all, err)
	}
}
