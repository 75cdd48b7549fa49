package db

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/db/folder"
)

func TestDrawingsAreFiles(t *testing.T) {
	l := newLibrary(t)
	ctx := t.Context()
	wantDrawing := func(key, want string) {
		t.Helper()
		if got, err := l.Drawing(ctx, key); err != nil || string(got) != want || (got == nil) != (want == "") {
			t.Errorf("%s holds %q, %v, want %q", key, got, err, want)
		}
	}
	wantKeys := func(want ...string) {
		t.Helper()
		if got, err := l.DrawingKeys(ctx); err != nil || !slices.Equal(got, want) {
			t.Errorf("keys %q, %v, want %q", got, err, want)
		}
	}
	ok(t, l.SetDrawing(ctx, "sheet-2", map[string]int{"marks": 3}))
	ok(t, l.SetDrawing(ctx, "7f3a", []byte("{damaged")))
	ok(t, os.WriteFile(filepath.Join(l.Dir(), folder.Drawings, "7f3a.json.part"), []byte("half"), 0o600))
	ok(t, os.WriteFile(filepath.Join(l.Dir(), folder.Drawings, "a note.json"), nil, 0o600))
	wantKeys("7f3a", "sheet-2")
	wantDrawing("sheet-2", `{"marks":3}`)
	wantDrawing("7f3a", "{damaged")
	ok(t, l.RenameDrawing(ctx, "7f3a", "sheet-damaged-1-7f3a"))
	wantKeys("sheet-2", "sheet-damaged-1-7f3a")
	wantDrawing("sheet-damaged-1-7f3a", "{damaged")
	wantDrawing("7f3a", "")
	ok(t, l.SetDrawing(ctx, "sheet-2", nil))
	ok(t, l.SetDrawing(ctx, "sheet-2", nil))
	wantKeys("sheet-damaged-1-7f3a")
	for _, key := range []string{"", "../x", "a/b", "a.b", ".hidden", strings.Repeat("k", 130)} {
		if err := l.SetDrawing(ctx, key, 1); !errors.Is(err, folder.ErrName) {
			t.Errorf("%q: %v", key, err)
		}
		if _, err := l.Drawing(ctx, key); !errors.Is(err, folder.ErrName) {
			t.Errorf("reading %q: %v", key, err)
		}
	}
}

// Drawings that older versions stored in settings are read and listed. A file takes precedence, and deleting deletes
// both.
func TestDrawingsInSettingsAreRead(t *testing.T) {
	l := newLibrary(t)
	ctx := t.Context()
	for _, key := range []string{"7f3a", "sheet-1", "sheet-2"} {
		ok(t, l.SetSetting(ctx, drawingSetting+key, key))
	}
	ok(t, l.SetDrawing(ctx, "7f3a", "newer"))
	ok(t, l.RenameDrawing(ctx, "sheet-1", "sheet-damaged-1-sheet-1"))
	ok(t, l.RenameDrawing(ctx, "none", "sheet-damaged-2-none"))
	keys, err := l.DrawingKeys(ctx)
	if want := []string{"7f3a", "sheet-2", "sheet-damaged-1-sheet-1"}; err != nil || !slices.Equal(keys, want) {
		t.Errorf("%q, %v", keys, err)
	}
	for key, want := range map[string]string{"7f3a": `"newer"`, "sheet-2": `"sheet-2"`,
		"sheet-damaged-1-sheet-1": `"sheet-1"`, "sheet-1": ""} {
		if got, err := l.Drawing(ctx, key); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", key, got, err)
		}
	}
	for _, key := range keys {
		ok(t, l.SetDrawing(ctx, key, nil))
	}
	if keys, err := l.DrawingKeys(ctx); err != nil || len(keys) > 0 {
		t.Errorf("after deleting: %q, %v", keys, err)
	}
}

// Drawings are files, so a rebuild keeps them.
func TestRebuildKeepsDrawings(t *testing.T) {
	dir := t.TempDir()
	l := openLibrary(t, dir)
	ok(t, l.SetDrawing(t.Context(), "sheet-1", "boats"))
	ok(t, l.Close())
	if _, err := Rebuild(t.Context(), dir, testOptions()); err != nil {
		t.Fatal(err)
	}
	l = openLibrary(t, dir)
	if got, err := l.Drawing(t.Context(), "sheet-1"); err != nil || string(got) != `"boats"` {
		t.Errorf("%q, %v", got, err)
	}
}

// A drawing that is too large, or not a regular file, is refused without being read.
func TestDrawingLimits(t *testing.T) {
	l := newLibrary(t)
	path := filepath.Join(l.Dir(), folder.Drawings, "large.json")
	ok(t, os.WriteFile(path, nil, 0o600))
	ok(t, os.Truncate(path, maxDrawingFile+1))
	var large *folder.TooLargeError
	if _, err := l.Drawing(t.Context(), "large"); !errors.As(err, &large) {
		t.Errorf("a large file: %v", err)
	}
	ok(t, os.Mkdir(filepath.Join(l.Dir(), folder.Drawings, "dir.json"), 0o700))
	if _, err := l.Drawing(t.Context(), "dir"); !errors.Is(err, folder.ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// drawingVictimPrefix, before a folder in victimEnv, makes the test binary write drawings.
const drawingVictimPrefix = "drawing:"

// drawingVictim writes changing drawings under one key in a loop and prints the number of each after the write.
func drawingVictim(dir string) error {
	l := compose(newHome(dir, testOptions()), testOptions())
	if err := l.openFolder(); err != nil {
		return err
	}
	for n := 1; ; n++ {
		if err := l.SetDrawing(context.Background(), "sheet-1",
			strings.Repeat(fmt.Sprint(n%10), 50_000+n)); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// A program that is killed while it writes a drawing leaves the old or the new one, complete.
func TestKillLeavesWholeDrawing(t *testing.T) {
	dir := t.TempDir()
	ok(t, openLibrary(t, dir).Close())
	for round := range 8 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), victimEnv+"="+drawingVictimPrefix+dir)
		out, err := cmd.StdoutPipe()
		ok(t, err)
		ok(t, cmd.Start())
		said := 0
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if _, err := fmt.Sscan(lines.Text(), &said); err != nil {
				t.Fatalf("the program prints %q", lines.Text())
			}
			if said == 10+3*round {
				_ = cmd.Process.Kill()
			}
		}
		_ = cmd.Wait()
		l := openLibrary(t, dir)
		data, err := l.Drawing(t.Context(), "sheet-1")
		ok(t, err)
		n := len(data) - 2 - 50_000
		if n != said && n != said+1 || strings.Trim(string(data), `"`) != strings.Repeat(fmt.Sprint(n%10), 50_000+n) {
			t.Errorf("after %d writes: %d bytes, %.20q", said, len(data), data)
		}
		ok(t, l.Close())
	}
}

// A drawing in a setting does not reappear after its file was renamed or deleted.
func TestDrawingInSettingDoesNotComeBack(t *testing.T) {
	l := newLibrary(t)
	for key, replace := range map[string]func() error{
		"renamed": func() error { return l.RenameDrawing(t.Context(), "renamed", "aside") },
		"emptied": func() error { return l.SetDrawing(t.Context(), "emptied", []byte(nil)) },
		"deleted": func() error { return l.SetDrawing(t.Context(), "deleted", nil) },
	} {
		if err := l.SetSetting(t.Context(), drawingSetting+key, map[string]string{"d": "old"}); err != nil {
			t.Fatal(err)
		}
		if err := l.SetDrawing(t.Context(), key, map[string]string{"d": "new"}); err != nil {
			t.Fatal(err)
		}
		if err := replace(); err != nil {
			t.Fatal(err)
		}
		if got, err := l.Drawing(t.Context(), key); got != nil || err != nil {
			t.Errorf("%s: %s, %v", key, got, err)
		}
	}
}
