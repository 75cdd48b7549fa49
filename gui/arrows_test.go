package gui_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// listed is what this test needs of `go list -json`.
type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// The exceptions to the arrows. Of this program they import each other alone, and every package may import them.
const (
	guarded = "viviscope/client/guard"
	decoded = "viviscope/client/decode"
	reduced = "viviscope/client/picturefile/reduce"
)

// windowed are the screens, and what only a window needs.
var windowed = []string{"viviscope/gui/shell", "viviscope/gui/app", "viviscope/gui/compose/...", "viviscope/gui/jobs",
	"viviscope/gui/boards",
	"viviscope/gui/gallery", "viviscope/gui/viewer/...", "viviscope/gui/editor/...", "viviscope/gui/costs/...",
	"viviscope/gui/settings",
	"viviscope/gui/transfer", "viviscope/gui/kit", "viviscope/gui/action", "viviscope/gui/live", "fyne.io/..."}

// The arrows of the house: main → gui → client/jobs → client, db. What a package may not reach, directly or through
// others:
var forbidden = []struct {
	from    string   // an import path, or a prefix that ends in /...
	never   []string // import paths or prefixes that end in /...
	because string
}{
	{"viviscope/client", []string{"viviscope/db/...", "viviscope/gui/...", "viviscope/client/jobs",
		"viviscope/client/sandbox/...", "fyne.io/..."}, "the client knows no file of ours, no database and no window"},
	{guarded, []string{"viviscope/client", "viviscope/client/jobs", "viviscope/db/...", "viviscope/gui/...",
		"viviscope/resources", "fyne.io/..."}, "every package imports it"},
	{decoded, []string{"viviscope/client", "viviscope/client/jobs", "viviscope/db/...", "viviscope/gui/...",
		"viviscope/resources", "fyne.io/...", "net/http"}, "every package that judges files imports it"},
	{reduced, []string{"viviscope/client", "viviscope/client/jobs", "viviscope/db/...", "viviscope/gui/...",
		"viviscope/resources", "fyne.io/..."}, "every package that shows pictures imports it"},
	{"viviscope/client/mp4", []string{"viviscope/db/...", "viviscope/gui/...", "viviscope/client", "fyne.io/..."},
		"the container knows nothing but bytes"},
	{"viviscope/client/keys", []string{"viviscope/db/...", "viviscope/gui/...", "fyne.io/..."},
		"a key passes through no other hands"},
	{"viviscope/client/linkcheck", []string{"viviscope/db/...", "viviscope/gui/...", "viviscope/client/jobs",
		"viviscope/client/keys", "fyne.io/..."}, "a look at a stranger's link holds no key and no row"},
	{"viviscope/client/hosting", []string{"viviscope/db/...", "viviscope/gui/...", "viviscope/client/jobs",
		"fyne.io/..."}, "a host takes bytes and gives links"},
	{"viviscope/client/instance", []string{"viviscope/db/...", "viviscope/gui/...", "viviscope/client/jobs",
		"fyne.io/..."}, "a socket carries what others say"},
	{"viviscope/client/picturefile/...", []string{"viviscope/db/...", "viviscope/gui/...", "viviscope/client/jobs",
		"fyne.io/..."}, "files of pictures are read without a library and without a window"},
	{"viviscope/client/letters", []string{"viviscope/db/...", "viviscope/gui/...", "viviscope/client", "fyne.io/..."},
		"text is laid out without a window"},
	{"viviscope/client/film", []string{"viviscope/db/...", "viviscope/gui/...", "viviscope/client/jobs", "fyne.io/..."},
		"films are made without a library and without a window"},
	{"viviscope/client/boards", []string{"viviscope/gui/...", "viviscope/client/sandbox/...", "fyne.io/..."},
		"boards are planned without a window"},
	{"viviscope/client/automation", []string{"viviscope/gui/...", "viviscope/client/sandbox/...", "fyne.io/..."},
		"calls are answered without a window"},
	{"viviscope/client/sandbox/...", []string{"viviscope/db/...", "viviscope/gui/...", "viviscope/client/jobs",
		"fyne.io/..."}, "the sandbox is a service: it knows its callers by HTTP alone"},
	{"viviscope", []string{"viviscope/client/sandbox/sandboxtest"}, "faults are for tests"},
	{"viviscope/client/jobs", []string{"viviscope/gui/...", "viviscope/client/sandbox/...", "fyne.io/..."},
		"jobs run without a window"},
	{"viviscope/db", []string{"viviscope/client/...", "viviscope/gui/...", "fyne.io/...", "net/http"},
		"the library knows no network and no window"},
	{"viviscope/gui/kit", []string{"viviscope/client/...", "viviscope/db/...", "viviscope/gui/compose",
		"viviscope/gui/jobs", "viviscope/gui/gallery"},
		"widgets take values and call back; they know no service and no row"},
	{"viviscope/gui/dnd/...", []string{"viviscope/client/...", "viviscope/gui/kit"},
		"drags bring links, files, text and assets; they know no service"},
	{"viviscope/gui/live", []string{"viviscope/gui/kit", "viviscope/gui/compose", "viviscope/gui/jobs",
		"viviscope/gui/editor"}, "bindings do not know who shows them"},
	{"viviscope/gui/wording", []string{"viviscope/gui/kit", "fyne.io/..."}, "words are pure"},
	{"viviscope/gui/status", []string{"viviscope/gui/kit", "fyne.io/..."}, "a status is text"},
	{"viviscope/client/order/...", []string{"viviscope/gui/...", "viviscope/client/sandbox/...", "fyne.io/..."},
		"requests are decided without a window"},
	{"viviscope/gui/command/...", []string{"viviscope/gui/kit", "fyne.io/..."}, "commands run without a window"},
	{"viviscope/gui/viewer/compare", []string{"viviscope/gui/compose", "viviscope/gui/jobs", "viviscope/gui/gallery",
		"viviscope/gui/editor", "viviscope/gui/viewer"}, "a comparison is a part of screens and knows none"},
	{"viviscope/gui/facts", []string{"viviscope/gui/compose", "viviscope/gui/jobs", "viviscope/gui/gallery",
		"viviscope/gui/editor", "viviscope/gui/viewer"},
		"what is known of an asset is a part of screens and knows none"},
	{"viviscope/gui/editor/drawing",
		[]string{"viviscope/client/...", "viviscope/db/...", "viviscope/gui/kit", "fyne.io/..."},
		"a drawing is a value"},
	{"viviscope/gui/editor/tool", []string{"viviscope/client/...", "viviscope/db/...", "viviscope/gui/kit",
		"fyne.io/..."}, "tools turn what a hand does into drawings, without a window"},
	{"viviscope/gui/editor/paint", []string{"viviscope/db/...", "viviscope/gui/kit"},
		"pixels follow from a drawing; of the toolkit only its letters are used"},
	{"viviscope/gui/viewer/imageview", []string{"viviscope/client/...", "viviscope/db/...", "viviscope/gui/editor/..."},
		"an image view shows any picture"},
	{"viviscope/gui/media/player", []string{"viviscope/client/jobs", "viviscope/gui/kit"}, "a player plays a file"},
	{"viviscope/gui/transfer", []string{"viviscope/gui/compose", "viviscope/gui/jobs", "viviscope/gui/gallery",
		"viviscope/gui/editor", "viviscope/gui/viewer", "viviscope/gui/settings"},
		"what comes in and goes out is a part of screens and knows none"},
	{"viviscope/gui/spend", []string{"viviscope/gui/compose", "viviscope/gui/jobs", "viviscope/gui/gallery",
		"viviscope/gui/viewer", "viviscope/gui/costs", "viviscope/gui/costs/prices"},
		"every screen asks before it spends"},
	{"viviscope/gui/form", []string{"viviscope/gui/compose", "viviscope/gui/boards", "viviscope/gui/kit"},
		"screens share it, so it knows none"},
	{"viviscope/gui/costs/prices", []string{"viviscope/gui/costs"},
		"the prices are a part of the costs screen and do not know it"},
	{"viviscope/gui/desktop", []string{"viviscope/client/...", "viviscope/db/...", "viviscope/gui/...",
		"fyne.io/fyne/..."}, "the desktop knows nothing of jobs"},
	{"viviscope/client/transfer", []string{"viviscope/gui/...", "viviscope/client/sandbox/...", "fyne.io/..."},
		"files come in and go out without a window"},
	{"viviscope/gui/backend", windowed, "what works behind a window works without one"},
	{"viviscope/gui/command/...", windowed, "commands run without a window"},
	{"viviscope/gui/lang", []string{"viviscope/client/...", "viviscope/db/...", "viviscope/gui/kit",
		"viviscope/resources", "fyne.io/..."}, "a language is words"},
	{"viviscope/gui/command/...", []string{"viviscope/gui/kit", "viviscope/gui/backend", "viviscope/gui/app",
		"fyne.io/..."}, "commands ask the owner of the library, and draw nothing"},
	{"viviscope/resources", []string{"viviscope/client/...", "viviscope/db/...", "viviscope/gui/..."},
		"the look knows no meaning"},
}

func TestArrowsPointOneWay(t *testing.T) {
	packages := list(t, "viviscope/...")
	if len(packages) < len(forbidden) {
		t.Fatalf("go list found only %d packages", len(packages))
	}
	for _, rule := range forbidden {
		found := false
		for _, p := range packages {
			if !matches(p.ImportPath, rule.from) {
				continue
			}
			found = true
			for _, dep := range p.Deps {
				for _, never := range rule.never {
					// A subpackage may depend on the package that its own rule names.
					if matches(dep, never) && !matches(dep, rule.from) &&
						!slices.Contains([]string{guarded, decoded, reduced}, dep) {
						t.Errorf("%s reaches %s: %s", p.ImportPath, dep, rule.because)
					}
				}
			}
		}
		if !found {
			t.Errorf("no package %s: the rule guards nothing", rule.from)
		}
	}
}

// Screens do not know each other: what leads from one to another goes through the interfaces of package action.
func TestScreensDoNotImportEachOther(t *testing.T) {
	screens := map[string]bool{}
	for _, s := range []string{"compose", "boards", "jobs", "gallery", "costs", "costs/prices", "settings", "editor",
		"viewer",
		"transfer"} {
		screens["viviscope/gui/"+s] = true
	}
	for _, p := range list(t, "viviscope/gui/...") {
		if !screens[p.ImportPath] {
			continue
		}
		for _, imported := range p.Imports {
			part := strings.HasPrefix(imported, p.ImportPath+"/") // prices are a part of costs
			if screens[imported] && !part {
				t.Errorf("screen %s imports screen %s", p.ImportPath, imported)
			}
		}
	}
}

func matches(path, pattern string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

func list(t *testing.T, pattern string) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", pattern).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	var packages []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatalf("read go list: %v", err)
		}
		packages = append(packages, p)
	}
}

// Fyne keeps the parsed fonts of every theme that is put over a part of the window, and each object below it, for ever;
// each Refresh of such a part makes another one. Controls that need other colours or sizes draw them.
func TestNoPartOfTheWindowHasAThemeOfItsOwn(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if strings.Contains(string(source), "ThemeOverride(") {
			t.Errorf("%s puts a theme over a part of the window", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// starters are the packages that start other programs. They pass foreign text as whole arguments or in the environment.
var starters = []string{".", "client/decode", "gui/desktop", "gui/apptest"}

// No text of a user or a service becomes part of a script. The toolkit's notifications write it into the code of
// PowerShell and AppleScript; gui/desktop shows notifications in another way. What starts programs is listed, and
// starts no shell.
func TestNoForeignTextInAScript(t *testing.T) {
	files := token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != ".." {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(path))
		folder = cmp.Or(strings.TrimPrefix(strings.TrimPrefix(folder, ".."), "/"), ".")
		for _, imported := range source.Imports {
			product := !strings.HasPrefix(folder, "resources/packaging/") && !strings.Contains(folder, "hostingtest")
			if imported.Path.Value == `"os/exec"` && product && !slices.Contains(starters, folder) {
				t.Errorf("%s starts programs", path)
			}
		}
		ast.Inspect(source, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if strings.HasSuffix(n.Sel.Name, "SendNotification") ||
					strings.HasSuffix(n.Sel.Name, "ScheduleNotification") {
					t.Errorf("%s: a notification of the toolkit", files.Position(n.Pos()))
				}
			case *ast.BasicLit:
				shell := strings.TrimSuffix(strings.Trim(n.Value, "`\""), ".exe")
				if slices.Contains([]string{"sh", "bash", "cmd", "powershell", "pwsh", "/bin/sh", "/bin/bash"},
					strings.ToLower(shell)) {
					t.Errorf("%s: a shell", files.Position(n.Pos()))
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
