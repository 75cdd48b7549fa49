// Command update merges the sentences of the source into every catalog of package lang. It adds new sentences
// untranslated, removes unused ones and keeps existing translations. Run it in the folder of the module, as `make
// translations` does. It fails while a sentence lacks a translation.
//
// No existing extractor fits. GNU xgettext reads Go only in versions that most systems do not have yet. xgotext and
// `fyne translate` know only the functions of their own packages. None of them reports calls that cannot be translated.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/leonelquinteros/gotext"
)

func main() {
	if err := update("."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func update(root string) error {
	messages, err := extract(root)
	if err != nil {
		return err
	}
	paths, err := filepath.Glob(filepath.Join(root, "gui", "lang", "translations", "*.po"))
	if err != nil {
		return err
	}
	var missing []error
	for _, path := range paths {
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		c, err := readCatalog(old)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, m := range messages {
			if !c.translated(m) {
				missing = append(missing, fmt.Errorf("%s: not translated: %q", path, m.ID))
			}
		}
		if err := os.WriteFile(path, []byte(c.format(messages)), 0o644); err != nil {
			return err
		}
	}
	return errors.Join(missing...)
}

// catalog is a PO file.
type catalog struct {
	header  string
	plurals int                 // forms that the language has
	forms   map[string][]string // translations by the keys of messages
}

// readCatalog reads a PO file. Its header names the plural forms of the language.
func readCatalog(po []byte) (*catalog, error) {
	file := gotext.NewPo()
	file.Parse(po)
	contexts := file.GetDomain().GetCtxTranslations()
	contexts[""] = file.GetDomain().GetTranslations()
	c := &catalog{forms: map[string][]string{}}
	for context, translations := range contexts {
		for id, t := range translations {
			switch {
			case id != "":
				key := message{Context: context, ID: id}.key()
				for i := range len(t.Trs) {
					c.forms[key] = append(c.forms[key], t.Trs[i])
				}
			case context == "":
				c.header = t.Trs[0]
			}
		}
	}
	_, plurals, _ := strings.Cut(c.header, "Plural-Forms: nplurals=")
	if _, err := fmt.Sscanf(plurals, "%d;", &c.plurals); err != nil || c.plurals < 1 {
		return nil, errors.New("the header has no number of plural forms")
	}
	return c, nil
}

// formsOf returns the translations of a message, "" for those that are missing.
func (c *catalog) formsOf(m message) []string {
	forms := make([]string, 1)
	if m.Plural != "" {
		forms = make([]string, c.plurals)
	}
	copy(forms, c.forms[m.key()])
	return forms
}

// translated reports whether all forms of a message are there.
func (c *catalog) translated(m message) bool { return !slices.Contains(c.formsOf(m), "") }

// format returns a PO file with exactly these messages, in order, with the catalog's translations.
func (c *catalog) format(messages []message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "msgid \"\"\nmsgstr %s\n", quoted(c.header))
	for _, m := range messages {
		fmt.Fprintf(&b, "\n#: %s\n", strings.Join(m.Files, " "))
		if m.Context != "" {
			fmt.Fprintf(&b, "msgctxt %s\n", quoted(m.Context))
		}
		fmt.Fprintf(&b, "msgid %s\n", quoted(m.ID))
		if m.Plural == "" {
			fmt.Fprintf(&b, "msgstr %s\n", quoted(c.formsOf(m)[0]))
			continue
		}
		fmt.Fprintf(&b, "msgid_plural %s\n", quoted(m.Plural))
		for i, form := range c.formsOf(m) {
			fmt.Fprintf(&b, "msgstr[%d] %s\n", i, quoted(form))
		}
	}
	return b.String()
}

// quoted returns text as a PO string. Multi-line text uses several lines.
func quoted(text string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`, "\r", `\r`, "\n", `\n`)
	if !strings.Contains(strings.TrimSuffix(text, "\n"), "\n") {
		return `"` + escape.Replace(text) + `"`
	}
	out := `""`
	for line := range strings.Lines(text) {
		out += "\n\"" + escape.Replace(line) + `"`
	}
	return out
}
