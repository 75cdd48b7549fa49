package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write puts files into a folder.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const goHeader = "package a\n\nimport \"viviscope/gui/lang\"\n\n"

func TestExtractFindsSentencesAndTheirFiles(t *testing.T) {
	root := writeFiles(t, map[string]string{
		"gui/a/a.go": goHeader +
			"func f(n int) { lang.L(\"Save\"); lang.N(\"%d clip\", \"%d clips\", n, n); lang.X(\"verb\", \"Save\"); lang.L(\"long \" + \"one\") }",
		"gui/b/b.go": goHeader +
			"var table = []string{lang.Mark(\"Save\")}\nvar later = func() string { return lang.L(\"Later\") }",
		"gui/b/b_test.go":     goHeader + "func g() { lang.L(\"In a test\") }",
		"gui/c/c.go":          "package c\n\nfunc (lang t) f() { lang.L(\"Not ours\") }",
		"gui/a/testdata/x.go": goHeader + "func h() { lang.L(\"In testdata\") }",
	})
	messages, err := extract(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range messages {
		got = append(got, strings.Join([]string{m.Context, m.ID, m.Plural, strings.Join(m.Files, " ")}, "|"))
	}
	want := []string{
		"|%d clip|%d clips|gui/a/a.go", "|Later||gui/b/b.go", "|Save||gui/a/a.go gui/b/b.go", "verb|Save||gui/a/a.go",
		"|long one||gui/a/a.go",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestExtractRejectsUntranslatableCalls(t *testing.T) {
	for _, row := range []struct{ name, code, want string }{
		{"a value", "func f(s string) { lang.L(s) }", "must be literals"},
		{"an empty sentence", "func f() { lang.L(\"\") }", "must be literals"},
		{"a variable of the package", "var word = lang.L(\"Save\")", "before a language is chosen"},
		{"two plurals", "func f(n int) { lang.N(\"%d a\", \"%d b\", n, n); lang.N(\"%d a\", \"%d c\", n, n) }",
			"another plural"},
	} {
		t.Run(row.name, func(t *testing.T) {
			files := map[string]string{"a.go": goHeader + row.code}
			if row.name == "two plurals" {
				files = map[string]string{"a.go": goHeader + "func f(n int) { lang.N(\"%d a\", \"%d b\", n, n) }",
					"b.go": goHeader + "func g(n int) { lang.N(\"%d a\", \"%d c\", n, n) }"}
			}
			_, err := extract(writeFiles(t, files))
			if err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%v; want one error with %q", err, row.want)
			}
		})
	}
}

const poHeader = "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n"

func TestFormatKeepsTranslationsAndDropsUnused(t *testing.T) {
	catalog, err := readCatalog([]byte(poHeader + `
msgid "Save \"%s\" \\ here\n"
"and there"
msgstr "„%s“ \\ hier\n"
"und dort sichern"

msgid "%d clip"
msgid_plural "%d clips"
msgstr[0] "%d Clip"
msgstr[1] "%d Clips"

msgctxt "verb"
msgid "Open"
msgstr "Öffnen"

msgid "Gone"
msgstr "Weg"
`))
	if err != nil {
		t.Fatal(err)
	}
	messages := []message{
		{ID: "%d clip", Plural: "%d clips", Files: []string{"a.go"}}, {ID: "New", Files: []string{"a.go", "b.go"}},
		{ID: "Open", Context: "verb", Files: []string{"a.go"}},
		{ID: "Save \"%s\" \\ here\nand there", Files: []string{"a.go"}},
	}
	first := catalog.format(messages)
	again, err := readCatalog([]byte(first))
	if err != nil {
		t.Fatal(err)
	}
	if second := again.format(messages); first != second {
		t.Errorf("written again it differs:\n%s\n%s", first, second)
	}
	if got := again.formsOf(messages[0]); !slices.Equal(got, []string{"%d Clip", "%d Clips"}) {
		t.Errorf("the plural came back as %q", got)
	}
	if got := again.formsOf(messages[3]); !slices.Equal(got, []string{"„%s“ \\ hier\nund dort sichern"}) {
		t.Errorf("the lines came back as %q", got)
	}
	if again.translated(messages[1]) || !again.translated(messages[2]) || strings.Contains(first, "Weg") {
		t.Errorf("new, known or unused is confused:\n%s", first)
	}
	if n := len(again.forms); n != len(messages) {
		t.Errorf("%d keys, want %d: %q", n, len(messages), again.forms)
	}
	if _, err := readCatalog([]byte("msgid \"\"\nmsgstr \"Language: de\\n\"\n")); err == nil {
		t.Error("a catalog without plural forms was read")
	}
}

func TestVerbs(t *testing.T) {
	for format, want := range map[string][]string{
		"":                        nil,
		"%d of %s":                {"1:d", "2:s"},
		"%[2]s, %[1]d":            {"1:d", "2:s"},
		"100 %% of %.1f":          {"1:.1f"},
		"%[1]s and again %[1]s":   {"1:s"},
		"%[2]s then %s and %[1]s": {"1:s", "2:s", "3:s"},
	} {
		if got := verbs(format); !slices.Equal(got, want) {
			t.Errorf("verbs(%q) = %q, want %q", format, got, want)
		}
	}
}
