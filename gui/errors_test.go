package gui_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rawErrorText lists where an error may be turned into text without package wording, with the reason. A key is a folder
// under gui, a file, or folder.Function or folder.Type.Method.
var rawErrorText = map[string]string{
	"wording":                "makes the text",
	"command":                "the command line is English",
	"command/mcp":            "answers of the automation are English",
	"app.Run":                "no window can be opened: the text goes to the message box of the system",
	"app/diagnose.go":        "copied diagnostics are English",
	"backend.problemsOf":     "answers of the automation are English",
	"shell.Shell.closePlace": "shows the text of a panic as it is in the log",
	"desktop.isRefused":      "compares the text of an error of the X server",
	"status.serviceAnswer":   "compares the stored text of an error",
	"costs.writeCSV":         "csv.Writer.Error returns an error",
}

// A value of type error is English. Text in the language of the window is made from it in package wording, or by its
// method Words.
func TestErrorsAreEnglishAndWordedAtTheEdge(t *testing.T) {
	files, seen := token.NewFileSet(), 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasSuffix(d.Name(), "test") || d.Name() == "smoke") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			return err
		}
		seen++
		for _, decl := range file.Decls {
			for _, fault := range errorFaults(filepath.ToSlash(name), decl) {
				t.Errorf("%s: %s", files.Position(fault.pos), fault.why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 150 {
		t.Fatalf("only %d files were read", seen)
	}
}

// errorFault is a place where an error is translated too early, or shown as it is.
type errorFault struct {
	pos token.Pos
	why string
}

// errorFaults returns the faults of a declaration in a file under gui.
func errorFaults(file string, decl ast.Decl) (all []errorFault) {
	folder := path.Dir(file)
	isError, rawAllowed := false, rawErrorText[folder] != "" || rawErrorText[file] != ""
	if f, ok := decl.(*ast.FuncDecl); ok {
		isError = f.Name.Name == "Error" && f.Recv != nil && f.Type.Params.NumFields() == 0
		rawAllowed = rawAllowed || isError || rawErrorText[folder+"."+functionName(f)] != ""
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch {
		case isTranslation(call) && isError:
			all = append(all, errorFault{call.Pos(), "Error returns English: translate in Words"})
		case isTranslation(call) && !rawAllowed && slices.ContainsFunc(call.Args, isErrorName):
			all = append(all, errorFault{call.Pos(), "an error in a sentence is worded by wording.Fault"})
		case isCallOf(call, "errors", "New"), isCallOf(call, "fmt", "Errorf"):
			if containsTranslation(call.Args) {
				all = append(all, errorFault{call.Pos(),
					"an error is English: use a type with Words, or wording.MarkedError"})
			}
		case isErrorText(call) && !rawAllowed:
			all = append(all, errorFault{call.Pos(), "the text of an error for the window comes from wording.Fault"})
		}
		return true
	})
	return all
}

// functionName returns Type.Method or Function.
func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	return lastName(of) + "." + f.Name.Name
}

func isCallOf(call *ast.CallExpr, pkg, function string) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	return ok && isName(f.X, pkg) && f.Sel.Name == function
}

func isTranslation(call *ast.CallExpr) bool {
	return isCallOf(call, "lang", "L") || isCallOf(call, "lang", "N") || isCallOf(call, "lang", "X") ||
		isCallOf(call, "lang", "Marked")
}

// containsTranslation reports whether an expression, at any depth, is translated text.
func containsTranslation(list []ast.Expr) (found bool) {
	for _, e := range list {
		ast.Inspect(e, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			found = found || ok && isTranslation(call)
			return !found
		})
	}
	return found
}

// isErrorName reports whether an expression is a variable or field that holds an error by its name.
func isErrorName(e ast.Expr) bool {
	name := lastName(e)
	return name == "err" || name == "Err" || strings.HasSuffix(name, "Err")
}

// isErrorText reports whether a call is x.Error().
func isErrorText(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	return ok && f.Sel.Name == "Error" && len(call.Args) == 0
}

func TestErrorFaultsAreFound(t *testing.T) {
	const source = `package p
func a() error { return errors.New(lang.L("no")) }
func b() error { return fmt.Errorf("x: %s", lang.N("a", "b", 1)) }
func (e *myError) Error() string { return lang.L("no") }
func c(err error) { note.SetText(err.Error()) }
func d(err error) { note.SetText(lang.L("Not saved: %s", err)) }
func (e *otherError) Error() string { return "x: " + e.err.Error() }
func f(err error) { note.SetText(lang.L("Not saved: %s", wording.Fault(err))) }`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, decl := range file.Decls {
		if got, want := len(errorFaults("p/p.go", decl)), []int{1, 1, 1, 1, 1, 0, 0}[i]; got != want {
			t.Errorf("%s: %d faults, want %d", decl.(*ast.FuncDecl).Name, got, want)
		}
	}
}
