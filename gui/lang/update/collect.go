package main

import (
	"cmp"
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

// langPath is the package whose calls hold sentences.
const langPath = "viviscope/gui/lang"

// message is one sentence of the source.
type message struct {
	Context string // "" for most
	ID      string // the English sentence, and its form for one
	Plural  string // the English form for more; "" where it has none
	Files   []string
}

// key tells messages apart. gettext knows a sentence by its context and its first form.
func (m message) key() string { return m.Context + "\x04" + m.ID }

// collect reads all Go files below root, tests excepted, and returns their sentences sorted by what they say, with the files
// (relative to root, with slashes) that say them. What makes a sentence unknowable is a fault with its position: an argument
// that is no literal, one sentence with two plurals, a translation before a language can be chosen.
func collect(root string) (messages []message, faults []string, err error) {
	found := map[string]*message{}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		f, err := readFile(path, filepath.ToSlash(relative))
		if err != nil {
			return err
		}
		faults = append(faults, f.faults...)
		for _, m := range f.messages {
			old, ok := found[m.key()]
			switch {
			case !ok:
				found[m.key()] = &m
			case old.Plural != "" && m.Plural != "" && old.Plural != m.Plural:
				faults = append(faults, fmt.Sprintf("%s: %q has another plural in %s", m.Files[0], m.ID, old.Files[0]))
			default:
				old.Plural = cmp.Or(old.Plural, m.Plural)
				if !slices.Contains(old.Files, m.Files[0]) {
					old.Files = append(old.Files, m.Files[0])
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("collect sentences of %s: %w", root, err)
	}
	for _, m := range found {
		slices.Sort(m.Files)
		messages = append(messages, *m)
	}
	slices.SortFunc(messages, func(a, b message) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Context, b.Context)) })
	slices.Sort(faults)
	return messages, faults, nil
}

// file is one file while it is read.
type file struct {
	name     string
	set      *token.FileSet
	lang     string // the name by which it imports package lang
	messages []message
	faults   []string
}

func readFile(path, name string) (*file, error) {
	f := &file{name: name, set: token.NewFileSet()}
	tree, err := parser.ParseFile(f.set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, imported := range tree.Imports {
		if imported.Path.Value == strconv.Quote(langPath) {
			f.lang = "lang"
			if imported.Name != nil {
				f.lang = imported.Name.Name
			}
		}
	}
	if f.lang == "" {
		return f, nil
	}
	for _, decl := range tree.Decls {
		general, isGeneral := decl.(*ast.GenDecl)
		f.read(decl, isGeneral && general.Tok == token.VAR)
	}
	return f, nil
}

// read finds the sentences below node. early says that it is the initialiser of a package's variable.
func (f *file) read(node ast.Node, early bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok && early {
			f.read(n.(*ast.FuncLit).Body, false) // runs later
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := selector.X.(*ast.Ident); !ok || of.Name != f.lang {
			return true
		}
		f.add(call, selector.Sel.Name, early)
		return true
	})
}

func (f *file) add(call *ast.CallExpr, function string, early bool) {
	m := message{Files: []string{f.name}}
	var into []*string
	switch function {
	case "L":
		into = []*string{&m.ID}
	case "Mark":
		into, early = []*string{&m.ID}, false
	case "N":
		into = []*string{&m.ID, &m.Plural}
	case "X":
		into = []*string{&m.Context, &m.ID}
	default:
		return
	}
	at := f.set.Position(call.Pos()).Line
	if early {
		f.faults = append(f.faults, fmt.Sprintf("%s:%d: a package's variable is made before a language is chosen: use Mark, or a function", f.name, at))
	}
	for i, target := range into {
		text, ok := "", false
		if i < len(call.Args) {
			text, ok = literal(call.Args[i])
		}
		if !ok || text == "" {
			f.faults = append(f.faults, fmt.Sprintf("%s:%d: the sentences of %s must be literals", f.name, at, function))
			return
		}
		*target = text
	}
	f.messages = append(f.messages, m)
}

// literal returns the text of a string literal or of a sum of some.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, ok2 := literal(e.Y)
		return left + right, ok && ok2 && e.Op == token.ADD
	case *ast.ParenExpr:
		return literal(e.X)
	}
	return "", false
}
