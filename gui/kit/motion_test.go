package kit_test

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

// Who chose that nothing moves by itself is asked before anything does. The one animation of the window is the clock of
// the words that come where the pointer rests, which moves nothing; another one must ask first, and then be added here.
func TestNothingMovesByItself(t *testing.T) {
	clocks := []string{"kit/popover.go"}
	moves := []string{"NewAnimation", "Animation", "NewColorRGBAAnimation", "NewPositionAnimation", "NewSizeAnimation",
		"NewProgressBarInfinite", "NewActivity"}
	var found []string
	root := ".."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok || !slices.Contains(moves, call.Sel.Name) {
				return true
			}
			if of, ok := call.X.(*ast.Ident); ok && slices.Contains([]string{"fyne", "canvas", "widget"}, of.Name) {
				rel, _ := filepath.Rel(root, path)
				found = append(found, filepath.ToSlash(rel))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if !slices.Equal(found, clocks) {
		t.Errorf("animations in %v, known are %v", found, clocks)
	}
}
