package client

import (
	"bytes"
	"encoding/csv"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A spreadsheet evaluates no field that is written, in whatever width its first sign is; numbers stay numbers, and
// every text is read again as it was.
func TestCSVWriterGuardsFormulas(t *testing.T) {
	for field, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-x": "'-x", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\rx": "'\nx",
		"\r\nx": "'\nx",
		"＝1+1":  "'＝1+1", "＋1": "'＋1", "－x": "'－x", "＠x": "'＠x", "﹦1": "'﹦1", "﹢1": "'﹢1", "﹣1": "'﹣1", "﹫x": "'﹫x",
		"−1":  "'−1",
		" =1": "' =1", "\u3000＝1": "'\u3000＝1", "\u200b=1": "'\u200b=1", "\ufeff=1": "'\ufeff=1",
		"\u00a0@x": "'\u00a0@x",
		"'=1":      "''=1", "''＝1": "'''＝1", "-1.50": "-1.50", "-3": "-3", "-1.": "'-1.", "--1": "'--1",
		"-1+2": "'-1+2",
		"":     "", "'": "'", "'tis": "'tis", "a=1": "a=1", "5": "5", "a\r\nb": "a\nb",
	} {
		var out bytes.Buffer
		if err := NewCSVWriter(&out).WriteAll([][]string{{field, "x"}}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(rows) != 1 || rows[0][0] != want {
			t.Errorf("%q is written as %q, not %q: %v", field, rows, want, err)
			continue
		}
		if back, text := UnguardCSV(rows[0][0]), newlinesOf(field); back != text {
			t.Errorf("%q is read again as %q", text, back)
		}
	}
}

func newlinesOf(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

func FuzzGuardCSV(f *testing.F) {
	for _, seed := range []string{"=1", "'＝", "''-", "-1", "\r=", " \u200b+"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, field string) {
		guarded := GuardCSV(field)
		if UnguardCSV(guarded) != newlinesOf(field) {
			t.Errorf("%q becomes %q, and is read again as %q", field, guarded, UnguardCSV(guarded))
		}
		if formulaRE.MatchString(guarded) && !numberRE.MatchString(guarded) {
			t.Errorf("%q is a formula", guarded)
		}
	})
}

// CSV is written at one place alone.
func TestOnlyCSVWriterWritesCSV(t *testing.T) {
	var writers []string
	writes := regexp.MustCompile(`\bcsv\.NewWriter\(`)
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && path != "." && strings.HasPrefix(e.Name(), ".") {
			return fs.SkipDir // what was built, copies of the source among it
		}
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile("../" + path)
		if err == nil && writes.Match(source) {
			writers = append(writers, path)
		}
		return err
	})
	if err != nil || !slices.Equal(writers, []string{"client/csv.go"}) {
		t.Errorf("CSV is written in %q, %v", writers, err)
	}
}
