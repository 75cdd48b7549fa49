package gui_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// withoutAnswers are the files with dialogs that have no row of buttons at their foot: a click on a line chooses it.
var withoutAnswers = []string{"action/palette.go"}

// Every dialog gets its buttons from one function, which puts them in one order, and every scroller is one of the kit,
// which scrolls as far for a notch of the wheel as the others.
func TestDialogsAndScrollersAreThoseOfTheKit(t *testing.T) {
	sheets := map[string][]string{} // the files of a package that open a sheet
	answers := map[string]bool{}    // whether a package makes rows of answers
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "kit/") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			of, ok := n.(*ast.SelectorExpr)
			from, named := ast.Node(nil), false
			if ok {
				from = of.X
			}
			pkg, named := from.(*ast.Ident)
			if !named {
				return true
			}
			switch pkg.Name + "." + of.Sel.Name {
			case "kit.ShowSheet", "kit.ShowWideSheet":
				sheets[filepath.Dir(path)] = append(sheets[filepath.Dir(path)], path)
			case "kit.NewAnswers":
				answers[filepath.Dir(path)] = true
			case "container.NewScroll", "container.NewVScroll", "container.NewHScroll", "widget.NewList",
				"widget.NewTable", "widget.NewTextGrid":
				t.Errorf("%s: %s scrolls by another step than the scrollers of the kit", path, of.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(sheets) < 5 {
		t.Errorf("only %d packages open sheets", len(sheets))
	}
	for dir, files := range sheets {
		files = slices.DeleteFunc(files, func(f string) bool { return slices.Contains(withoutAnswers, f) })
		if len(files) > 0 && !answers[dir] {
			t.Errorf("%v open sheets without kit.NewAnswers", files)
		}
	}
}
