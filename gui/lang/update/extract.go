package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// langPath is the import path of package lang. Files must not rename the import.
const langPath = "viviscope/gui/lang"

// message is a translatable sentence of the source.
type message struct {
	Context string // usually ""
	ID      string // the English sentence, in the singular
	Plural  string // the English plural; "" without one
	Files   []string
}

// key distinguishes messages: by context and first form, as in gettext.
func (m message) key() string { return m.Context + "\x04" + m.ID }

// extract returns the sentences of all Go files below root except tests, sorted, with their files. The error joins one
// error per call that cannot be translated: an argument is not a literal, a sentence has two plurals, or it is
// translated in a package variable.
func extract(root string) ([]message, error) {
	found := map[string]message{}
	var faults []error
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		in, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return forEachCall(path, func(line int, function string, args []ast.Expr, early bool) {
			m, err := messageOf(function, args, early)
			old := found[m.key()]
			if err == nil && m.Plural != "" && old.Plural != "" && m.Plural != old.Plural {
				err = errors.New("this sentence has another plural elsewhere")
			}
			if err != nil {
				faults = append(faults, fmt.Errorf("%s:%d: %w", in, line, err))
			} else if m.ID != "" {
				m.Plural = cmp.Or(m.Plural, old.Plural)
				m.Files = slices.Compact(slices.Sorted(slices.Values(append(old.Files, filepath.ToSlash(in)))))
				found[m.key()] = m
			}
		})
	})
	var all []message
	for _, m := range found {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b message) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Context, b.Context))
	})
	return all, errors.Join(append(faults, err)...)
}

// forEachCall calls see for each call of a function of package lang in a file. early means that the call initialises a
// package variable.
func forEachCall(path string, see func(line int, function string, args []ast.Expr, early bool)) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == strconv.Quote(langPath)
	}) {
		return nil
	}
	var inspect func(n ast.Node, early bool)
	inspect = func(n ast.Node, early bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				inspect(n.Body, false) // runs later
				return false
			case *ast.CallExpr:
				function, ok := n.Fun.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if of, ok := function.X.(*ast.Ident); ok && of.Name == "lang" {
					see(set.Position(n.Pos()).Line, function.Sel.Name, n.Args, early)
				}
			}
			return true
		})
	}
	for _, declaration := range file.Decls {
		variables, ok := declaration.(*ast.GenDecl)
		inspect(declaration, ok && variables.Tok == token.VAR)
	}
	return nil
}

// messageOf returns the message of a call, or an empty one if the function has none.
func messageOf(function string, args []ast.Expr, early bool) (m message, err error) {
	texts := map[string][]*string{"L": {&m.ID}, "Mark": {&m.ID}, "N": {&m.ID, &m.Plural},
		"X": {&m.Context, &m.ID}}[function]
	for i, text := range texts {
		if i < len(args) {
			*text = literal(args[i])
		}
		if *text == "" {
			return m, fmt.Errorf("the sentences of %s must be literals", function)
		}
	}
	if early && texts != nil && function != "Mark" {
		return m, errors.New("a package's variable is made before a language is chosen: use Mark, or a function")
	}
	return m, nil
}

// literal returns the value of a string literal or a concatenation of literals, "" for other expressions.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value) // "" for numbers
		return text
	case *ast.BinaryExpr:
		left, right := literal(e.X), literal(e.Y)
		if left != "" && right != "" && e.Op == token.ADD {
			return left + right
		}
	}
	return ""
}
