package app

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

var crashTime = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

const (
	secretKey  = "sk-live-4f9aK2mQ81xZpLw0"
	signedLink = "https://files.example.com/clips/a.mp4?X-Amz-Signature=deadbeef01"
)

func testJournal(t *testing.T) *Journal {
	t.Helper()
	j, err := openJournal(filepath.Join(t.TempDir(), "state"))
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

func readText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What should never have been logged is not in the file even then.
func TestLogIsMasked(t *testing.T) {
	j := testJournal(t)
	log := slog.New(slog.NewTextHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
	log.Debug("fetched", "link", signedLink, "head", "Authorization: Bearer "+secretKey)
	log.Info("job", "job", 7)
	text := readText(t, j.logFile())
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
	j := testJournal(t)
	if err := j.catchCrashes("Viviscope 1", crashTime); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{j.dir: 0o700, j.logFile(): 0o600, j.crash.Name(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %o", path, info.Mode(), err, want)
		}
	}
}

// However much is written, by however many at once, and by two runs, the log stays within its bounds and no line is
// broken.
func TestLogIsBounded(t *testing.T) {
	dir := t.TempDir()
	const most = 4 << 10
	var work sync.WaitGroup
	for run := range 2 {
		l, err := openJournal(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		l.most = most
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
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 2 {
		t.Errorf("%d files, want 2: %v", len(files), err)
	}
	for _, f := range files {
		text := readText(t, f)
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
	for most, want := range map[int64]string{100: "first line\nsecond line\nthird\n", 20: "second line\nthird\n",
		8: "third\n"} {
		if got, err := tailOf(path, most); err != nil || got != want {
			t.Errorf("Tail(%d) = %q, %v; want %q", most, got, err, want)
		}
	}
}

// A run that ends as it should leaves no report, nor does one that still goes on.
func TestNoCrashNoReport(t *testing.T) {
	j := testJournal(t)
	if err := j.catchCrashes("Viviscope 1", crashTime); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(j.dir, crashFolder, "other"+rawEnding)
	for age, want := range map[time.Duration]bool{time.Hour: true, forgetRaw + time.Hour: false} {
		if err := os.WriteFile(other, []byte("Viviscope 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(other, crashTime, crashTime); err != nil {
			t.Fatal(err)
		}
		if all, err := j.reports(crashTime.Add(age)); err != nil || len(all) != 0 {
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
		j, err := openJournal(dir)
		if err == nil {
			err = j.catchCrashes("Viviscope 1", crashTime)
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		panic("cannot fetch " + signedLink + " with " + secretKey + ", of the job Kite")
	}
	if os.Getenv(loopOnly) != "" {
		runBrokenWindow()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestCrashLeavesAMaskedReport(t *testing.T) {
	j := testJournal(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dying := exec.Command(program)
	dying.Env = append(os.Environ(), dieIn+"="+j.dir)
	if out, err := dying.CombinedOutput(); err == nil || !strings.Contains(string(out), "panic:") {
		t.Fatalf("it did not die: %v\n%s", err, out)
	}
	all, err := j.reports(crashTime)
	if err != nil || len(all) != 1 {
		t.Fatalf("reports %v, %v", all, err)
	}
	text, err := tailOf(all[0].path, maxReport)
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{"Viviscope 1, go", "panic: cannot fetch https://files.example.com/…",
		"of the job Kite", "\ngoroutine ", "app.TestMain"} {
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
	if again, err := j.reports(crashTime); err != nil || len(again) != 1 {
		t.Errorf("the report is there until it is discarded: %v %v", again, err)
	}
	if err := discardReports(all); err != nil {
		t.Fatal(err)
	}
	if left, err := j.reports(crashTime); err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestOnlyTheLastReportsAreKept(t *testing.T) {
	j := testJournal(t)
	dir := filepath.Join(j.dir, crashFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range keepReports + 2 {
		path := filepath.Join(dir, fmt.Sprintf("%d%s", i, reportEnding))
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, crashTime, crashTime.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	all, err := j.reports(crashTime)
	if err != nil || len(all) != keepReports || filepath.Base(all[0].path) != fmt.Sprint(keepReports+1, reportEnding) {
		t.Errorf("%v, %v", all, err)
	}
}
