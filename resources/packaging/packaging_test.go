// Package packaging contains the scripts, texts and icons of the release packages, and tests that check them.
//
//	stage.sh     creates the folder that every Linux package contains: bin/ and share/, for a given binary
//	linux.sh     the .tar.xz and the .deb, from that folder
//	deb.sh       the .deb, by nfpm, which reads nfpm.yaml
//	fyne.sh      the .app of macOS and the .exe of Windows, by Fyne's packager
//	install.sh   installs such a folder under a prefix, and uninstalls it; for `make install` and the .tar.xz
//	licences.sh  the licences of all modules in the binary
//	icons.sh     the icons in all sizes, which are committed
//	about.sh     prints the version, date and architecture, from FyneApp.toml and the last commit
//
// Name, id and version are defined in FyneApp.toml. The tests here check the files that repeat them.
package packaging

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// fyneApp contains the values of FyneApp.toml that the packages repeat.
type fyneApp struct {
	Languages   []string
	Details     struct{ Name, ID, Version string }
	LinuxAndBSD struct {
		GenericName, Comment, ExecParams string
		Categories, Keywords             []string
	}
}

func about(t *testing.T) fyneApp {
	t.Helper()
	var a fyneApp
	if _, err := toml.DecodeFile(filepath.Join("..", "..", "FyneApp.toml"), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// Fyne's packager generates a desktop file from FyneApp.toml. The packages have their own, with more entries. The two
// must agree.
func TestDesktopFileAgreesWithFyneApp(t *testing.T) {
	a := about(t)
	content, err := os.ReadFile(filepath.Join("..", "viviscope.desktop"))
	if err != nil {
		t.Fatal(err)
	}
	entry := map[string]string{}
	for line := range strings.Lines(string(content)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			entry[key] = value
		}
	}
	for key, want := range map[string]string{
		"Name": a.Details.Name, "GenericName": a.LinuxAndBSD.GenericName, "Comment": a.LinuxAndBSD.Comment,
		"Exec":       "viviscope " + a.LinuxAndBSD.ExecParams,
		"Categories": strings.Join(a.LinuxAndBSD.Categories, ";") + ";",
		"Keywords":   strings.Join(a.LinuxAndBSD.Keywords, ";") + ";",
	} {
		if entry[key] != want {
			t.Errorf("%s of the desktop file is %q, in FyneApp.toml %q", key, entry[key], want)
		}
	}
	for _, language := range translated(t) {
		for _, key := range []string{"GenericName", "Comment"} {
			if entry[key+"["+strings.ReplaceAll(language, "-", "_")+"]"] == "" {
				t.Errorf("the desktop file has no %s in %s", key, language)
			}
		}
	}
}

// translated are the languages of the user interface other than English, such as "zh-CN".
func translated(t *testing.T) []string {
	t.Helper()
	catalogs, err := filepath.Glob(filepath.Join("..", "..", "gui", "lang", "translations", "*.po"))
	if err != nil || len(catalogs) == 0 {
		t.Fatalf("no translations were found (%v)", err)
	}
	for i, path := range catalogs {
		catalogs[i] = strings.TrimSuffix(filepath.Base(path), ".po")
	}
	return catalogs
}

// macOS shows its system dialogs in a language only if the bundle lists it.
func TestFyneAppNamesTheLanguages(t *testing.T) {
	want := []string{"en"}
	for _, language := range translated(t) {
		want = append(want, strings.Replace(language, "zh-CN", "zh-Hans", 1)) // Apple uses the script code
	}
	if got := about(t).Languages; !slices.Equal(got, want) {
		t.Errorf("FyneApp.toml names the languages %v, the catalogs %v", got, want)
	}
}

// summary is the one-line description in the metainfo.
type summary struct {
	Language string `xml:"lang,attr"`
	Text     string `xml:",chardata"`
}

func TestMetainfoAgreesWithFyneApp(t *testing.T) {
	a := about(t)
	content, err := os.ReadFile(a.Details.ID + ".metainfo.xml")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		ID         string    `xml:"id"`
		Names      []string  `xml:"name"`
		Summaries  []summary `xml:"summary"`
		Launchable string    `xml:"launchable"`
		Categories []string  `xml:"categories>category"`
		Keywords   []string  `xml:"keywords>keyword"`
		Release    struct {
			Version string `xml:"version,attr"`
		} `xml:"releases>release"`
	}
	if err := xml.Unmarshal(content, &m); err != nil {
		t.Fatal(err)
	}
	if m.ID != a.Details.ID || m.Launchable != a.Details.ID+".desktop" || m.Names[0] != a.Details.Name ||
		m.Summaries[0].Text != a.LinuxAndBSD.Comment {
		t.Errorf("metainfo: %+v", m)
	}
	for _, language := range translated(t) {
		if !slices.ContainsFunc(m.Summaries, func(s summary) bool {
			return s.Language == strings.ReplaceAll(language, "-", "_") && s.Text != ""
		}) {
			t.Errorf("the metainfo has no summary in %s", language)
		}
	}
	if !slices.Equal(m.Categories, a.LinuxAndBSD.Categories) || !slices.Equal(m.Keywords, a.LinuxAndBSD.Keywords) {
		t.Errorf("metainfo: %v, %v", m.Categories, m.Keywords)
	}
	if m.Release.Version != "@VERSION@" {
		t.Errorf("the metainfo states version %s itself; FyneApp.toml does", m.Release.Version)
	}
}

func TestVersionIsOnlyInFyneApp(t *testing.T) {
	version := about(t).Details.Version
	scripts, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(scripts, filepath.Join("..", "..", "Makefile"),
		filepath.Join("..", "viviscope.desktop")) {
		if info, err := os.Stat(path); err != nil || info.IsDir() || strings.HasSuffix(path, "_test.go") {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(content), version) {
			t.Errorf("%s states the version %s", path, version)
		}
	}
}

func TestManualNamesEveryOption(t *testing.T) {
	program, err := os.ReadFile(filepath.Join("..", "..", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	manual, err := os.ReadFile("viviscope.1")
	if err != nil {
		t.Fatal(err)
	}
	options := regexp.MustCompile(`flags\.\w+\((?:&[\w.]+, )?"([a-z-]+)"`).FindAllSubmatch(program, -1)
	if len(options) == 0 {
		t.Fatal("no options were found in main.go")
	}
	for _, o := range options {
		if name := `\-` + strings.ReplaceAll(string(o[1]), "-", `\-`); !regexp.MustCompile(`(?m)^\.BI? ` +
			regexp.QuoteMeta(name) + `( |$)`).Match(manual) {
			t.Errorf("the manual page does not name -%s", o[1])
		}
	}
}
