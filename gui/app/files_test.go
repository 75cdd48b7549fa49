package app

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/client/automation"
)

func TestWhatBecomesOfWhatWasGiven(t *testing.T) {
	isDir := func(path string) bool { return strings.HasPrefix(filepath.Base(path), "dir") }
	link := func(path string) (string, bool) {
		return "https://example.com/" + filepath.Base(path), !strings.Contains(path, "empty")
	}
	for _, tc := range []struct {
		name   string
		paths  []string
		want   given
		unread []string
	}{
		{"one picture", []string{"/a.PNG"}, given{pictures: []string{"/a.PNG"}}, nil},
		{"one clip", []string{"/a.mp4"}, given{imports: []string{"/a.mp4"}}, nil},
		{"a folder", []string{"/dir"}, given{imports: []string{"/dir"}}, nil},
		{"a folder named like a picture", []string{"/dir.png"}, given{imports: []string{"/dir.png"}}, nil},
		{"a folder named like a link", []string{"/dir.url"}, given{imports: []string{"/dir.url"}}, nil},
		{"two pictures", []string{"/a.png", "/b.jpg"}, given{imports: []string{"/a.png", "/b.jpg"}}, nil},
		{"two links", []string{"/a.url", "/b.webloc"},
			given{links: []string{"https://example.com/a.url", "https://example.com/b.webloc"}}, nil},
		{"a link and a picture", []string{"/a.desktop", "/b.jpg"},
			given{links: []string{"https://example.com/a.desktop"}, pictures: []string{"/b.jpg"}}, nil},
		{"a link file without a link", []string{"/empty.url"}, given{}, []string{"/empty.url"}},
	} {
		got, unread := sortGiven(tc.paths, isDir, link)
		if !slices.Equal(got.pictures, tc.want.pictures) || !slices.Equal(got.links, tc.want.links) ||
			!slices.Equal(got.imports, tc.want.imports) || !slices.Equal(unread, tc.unread) {
			t.Errorf("%s: %+v, unread %q", tc.name, got, unread)
		}
	}
}

func TestALinkFileIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boat.url")
	if err := os.WriteFile(path, []byte("[InternetShortcut]\r\nURL=https://example.com/boat.png?s=1\r\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	if link, ok := linkInFile(path); !ok || link != "https://example.com/boat.png?s=1" {
		t.Errorf("%q, %v", link, ok)
	}
	if link, ok := linkInFile(path + ".gone"); ok {
		t.Errorf("%q of no file", link)
	}
}

func TestPathsOfACommandLine(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	name := "a boat é.png"
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(here, name)
	for _, arg := range []string{name, "./" + name, want, (&url.URL{Scheme: "file", Path: want}).String()} {
		if got, err := Paths([]string{arg}); err != nil || !slices.Equal(got, []string{want}) {
			t.Errorf("Paths(%q) = %q, %v", arg, got, err)
		}
	}
	for _, args := range [][]string{{"not-there.png"}, {"file://other-host/a.png"},
		slices.Repeat([]string{name}, automation.MaxPaths+1)} {
		if got, err := Paths(args); err == nil {
			t.Errorf("Paths(%.40q) = %.40q", args, got)
		}
	}
}
