package gui_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// unguarded lists the places of a file where code starts that package guard does not contain: go statements, timers,
// and functions of a wait group that are not wrapped by guard.Func. groups are the names of variables and fields that
// are a sync.WaitGroup.
func unguarded(files *token.FileSet, file *ast.File, groups map[string]bool) (found []token.Position) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = append(found, files.Position(n.Pos()))
		case *ast.CallExpr:
			f, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			timer := f.Sel.Name == "AfterFunc" && (isName(f.X, "time") || isName(f.X, "context"))
			starts := f.Sel.Name == "Go" && groups[lastName(f.X)] && !(len(n.Args) == 1 && isGuarded(n.Args[0]))
			if timer || starts {
				found = append(found, files.Position(n.Pos()))
			}
		}
		return true
	})
	return found
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func isGuarded(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	return ok && isName(f.X, "guard") && f.Sel.Name == "Func"
}

// waitGroups returns the names of a file's variables, parameters and fields of the type sync.WaitGroup or
// errgroup.Group.
func waitGroups(file *ast.File, into map[string]bool) {
	isGroup := func(e ast.Expr) bool {
		if star, ok := e.(*ast.StarExpr); ok {
			e = star.X
		}
		if literal, ok := e.(*ast.CompositeLit); ok {
			e = literal.Type
		}
		t, ok := e.(*ast.SelectorExpr)
		return ok && (isName(t.X, "sync") && t.Sel.Name == "WaitGroup" || isName(t.X, "errgroup") &&
			t.Sel.Name == "Group")
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			if isGroup(n.Type) {
				for _, name := range n.Names {
					into[name.Name] = true
				}
			}
		case *ast.ValueSpec:
			if isGroup(n.Type) {
				for _, name := range n.Names {
					into[name.Name] = true
				}
			}
		}
		return true
	})
}

// Every goroutine and every timer of the program is started by package guard, so that a panic in it ends its own work
// only.
func TestEveryGoroutineIsGuarded(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if strings.HasSuffix(name, "test") || name == "testdata" || name == "guard" ||
				strings.HasPrefix(name, ".") && name != ".." {
				return fs.SkipDir // helpers of tests, and the guard itself
			}
			return unguardedIn(t, path, &seen)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 300 {
		t.Fatalf("only %d files were read", seen)
	}
}

func unguardedIn(t *testing.T, dir string, seen *int) error {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	files, groups := token.NewFileSet(), map[string]bool{}
	var parsed []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		*seen++
		parsed = append(parsed, file)
		waitGroups(file, groups)
	}
	for _, file := range parsed {
		for _, at := range unguarded(files, file, groups) {
			t.Errorf("%s: start this through package guard", at)
		}
	}
	return nil
}

// The check above finds each way in which code can start beside the guard.
func TestUnguardedCodeIsFound(t *testing.T) {
	const source = `package p
import ("context"; "sync"; "time"; "viviscope/client/guard")
type s struct{ work sync.WaitGroup }
func f(x *s, ctx context.Context) {
	go f(x, ctx)
	time.AfterFunc(0, nil)
	context.AfterFunc(ctx, nil)
	x.work.Go(func() {})
	var group sync.WaitGroup
	group.Go(nil)
	group.Go(guard.Func("p", nil))
	guard.Go("p", nil)
}`
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	groups := map[string]bool{}
	waitGroups(file, groups)
	if found := unguarded(files, file, groups); len(found) != 5 {
		t.Errorf("found %v, want 5 places", found)
	}
}
