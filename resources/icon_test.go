package resources

import (
	"bytes"
	"encoding/xml"
	"go/ast"
	"go/parser"
	"go/token"
	"image/png"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestIconsUseCurrentColorOn24Grid(t *testing.T) {
	names, err := fs.Glob(files, "icons/*.svg")
	if err != nil || len(names) == 0 {
		t.Fatalf("icons: %v, %v", names, err)
	}
	for _, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var root struct {
			ViewBox string `xml:"viewBox,attr"`
		}
		if err := xml.Unmarshal(b, &root); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if root.ViewBox != "0 0 24 24" {
			t.Errorf("%s: grid %q", name, root.ViewBox)
		}
		if !bytes.Contains(b, []byte("currentColor")) || regexp.MustCompile(`#[0-9a-fA-F]{3}`).Match(b) {
			t.Errorf("%s: must be drawn in currentColor only", name)
		}
	}
}

// Every file in icons/ has a variable, and every variable has a file.
func TestEveryIconHasItsFile(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "icons.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if fn, ok := call.Fun.(*ast.Ident); ok && fn.Name == "load" {
				asked[strings.Trim(call.Args[0].(*ast.BasicLit).Value, `"`)] = true
			}
		}
		return true
	})
	names, err := fs.Glob(files, "icons/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		base := strings.TrimSuffix(path.Base(n), ".svg")
		if !asked[base] {
			t.Errorf("file %s is not loaded", n)
		}
		delete(asked, base)
	}
	for n := range asked {
		t.Errorf("icon %q has no file", n)
	}
}

func TestTintFollowsTheTheme(t *testing.T) {
	app := test.NewTempApp(t)
	star := Tint(IconStar, Accent)
	var names []string
	for _, v := range []Variant{Dark, Light} {
		app.Settings().SetTheme(Theme(v))
		want := hex(Theme(v).Color(Accent, 0))
		if got := string(star.Content()); !strings.Contains(got, want) || strings.Contains(got, "currentColor") {
			t.Errorf("%v: %s lacks %s", v, got, want)
		}
		names = append(names, star.Name())
	}
	if names[0] == names[1] {
		t.Errorf("both variants have the name %s: Fyne would show the cached icon of the other", names[0])
	}
	if Tint(nil, Accent) != nil {
		t.Error("Tint(nil) is not nil")
	}
	if got := Tint(fyne.NewStaticResource("x.svg",
		[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>`)),
		Accent); !strings.Contains(got.Name(), "x.svg") {
		t.Errorf("Tint of a foreign icon: %s", got.Name())
	}
}

func TestAppIconSize(t *testing.T) {
	cfg, err := png.DecodeConfig(bytes.NewReader(AppIcon().Content()))
	if err != nil || cfg.Width != 512 || cfg.Height != 512 {
		t.Fatalf("%+v, %v", cfg, err)
	}
}

func TestChangelogHasUnreleasedSection(t *testing.T) {
	b, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), "## [Unreleased]") {
		t.Error("no section [Unreleased]")
	}
}
