package db

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// The list in the package comment names every file, and only existing ones.
func TestPackageDocNamesEveryFile(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(doc), "# Which file holds what")
	if !found {
		t.Fatal("the package comment has no list of files")
	}
	var named []string
	for line := range strings.Lines(text) {
		if names, ok := strings.CutPrefix(line, "//\t"); ok {
			names, _, _ = strings.Cut(names, "  ") // drop the description
			named = append(named, strings.Split(strings.TrimSpace(names), ", ")...)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".go")
		if name == "doc" || strings.HasSuffix(name, "_test") {
			continue
		}
		some := false
		for _, pattern := range named {
			if ok, _ := path.Match(pattern, name); ok {
				met[pattern], some = true, true
			}
		}
		if !some {
			t.Errorf("%s is not in the list", file)
		}
	}
	for _, pattern := range named {
		if !met[pattern] {
			t.Errorf("%s is in the list, but not a file", pattern)
		}
	}
}
