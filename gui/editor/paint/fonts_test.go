package paint

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/font"
)

// The bundled fonts contain the characters of the window's texts, so that these look the same everywhere. Letters and
// punctuation of other scripts are the exception.
func TestTheOwnFontsHaveWhatTheWindowSays(t *testing.T) {
	var own []*font.Face
	for _, f := range []fyne.Resource{theme.DefaultTextFont(), theme.DefaultTextBoldFont(), theme.DefaultSymbolFont()} {
		face, err := font.ParseTTF(bytes.NewReader(f.Content()))
		if err != nil {
			t.Fatal(err)
		}
		own = append(own, face)
	}
	has := func(i int, r rune) bool { _, ok := own[i].NominalGlyph(r); return ok }
	// never written; a box anyway; in the language of the tests
	const typed, replaced, tests = "\u2212\ufeff\u200c\u200d", "\ufffd", "⟦⟧"
	checked := map[rune]bool{}
	look := func(path, text string) {
		for _, r := range text {
			switch {
			case checked[r], unicode.IsControl(r), strings.ContainsRune(typed+replaced+tests, r):
			case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Arabic,
				unicode.Hebrew, unicode.Devanagari, unicode.Thai):
			case r >= '\u3000' && r <= '\u30ff', r >= '\uff00' && r <= '\uffef': // punctuation of Chinese and Japanese
			case has(0, r) && has(1, r), has(2, r):
			default:
				t.Errorf("%s: %q (%U) comes from any font of the computer", path, r, r)
			}
			checked[r] = true
		}
	}
	read := func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		switch filepath.Ext(path) {
		case ".po", ".md":
			text, err := os.ReadFile(path)
			look(path, string(text))
			return err
		case ".go":
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && (lit.Kind == token.STRING || lit.Kind == token.CHAR) {
					text, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Errorf("%s: %v", path, err)
					}
					look(path, text)
				}
				return true
			})
		}
		return nil
	}
	for _, dir := range []string{"gui", "resources"} {
		if err := filepath.WalkDir(filepath.Join("..", "..", "..", dir), read); err != nil {
			t.Fatal(err)
		}
	}
	if len(checked) < 100 {
		t.Errorf("only %d characters were looked at", len(checked))
	}
}
