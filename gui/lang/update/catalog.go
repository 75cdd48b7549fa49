package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/leonelquinteros/gotext"
)

// catalog is what a PO file says of messages: by their context and first form.
type catalog struct {
	header  string
	entries map[string][]string
	plurals map[string]string // the English plural by the same keys
}

// readCatalog reads a PO file. It must not be empty: its header names the language and its plural forms.
func readCatalog(po []byte) (*catalog, error) {
	parsed := gotext.NewPo()
	parsed.Parse(po)
	domain := parsed.GetDomain()
	c := &catalog{entries: map[string][]string{}, plurals: map[string]string{}}
	for id, t := range domain.GetTranslations() {
		if id == "" {
			c.header = t.Trs[0]
			continue
		}
		c.take(message{ID: id, Plural: t.PluralID}, t)
	}
	for context, of := range domain.GetCtxTranslations() {
		for id, t := range of {
			if id == "" {
				continue // the reader makes one for each context
			}
			c.take(message{Context: context, ID: id, Plural: t.PluralID}, t)
		}
	}
	if c.header == "" {
		return nil, fmt.Errorf("read catalog: it has no header")
	}
	return c, nil
}

func (c *catalog) take(m message, t *gotext.Translation) {
	forms := make([]string, len(t.Trs))
	for i := range forms {
		forms[i] = t.Trs[i]
	}
	c.entries[m.key()], c.plurals[m.key()] = forms, m.Plural
}

// pluralForms returns how many plural forms the header gives the language; 0 where it does not say.
func (c *catalog) pluralForms() int {
	n := 0
	for line := range strings.Lines(c.header) {
		if rest, ok := strings.CutPrefix(line, "Plural-Forms:"); ok {
			_, _ = fmt.Sscanf(strings.TrimSpace(rest), "nplurals=%d", &n) // 0 says that it is missing
		}
	}
	return n
}

// write writes a PO file with exactly these messages, in their order, with the translations that the catalog has for them.
func (c *catalog) write(w io.Writer, messages []message) error {
	var b strings.Builder
	fmt.Fprintf(&b, "msgid \"\"\nmsgstr %s\n", quoted(c.header))
	for _, m := range messages {
		fmt.Fprintf(&b, "\n#: %s\n", strings.Join(m.Files, " "))
		if m.Context != "" {
			fmt.Fprintf(&b, "msgctxt %s\n", quoted(m.Context))
		}
		fmt.Fprintf(&b, "msgid %s\n", quoted(m.ID))
		forms := append(c.entries[m.key()], make([]string, max(1, c.pluralForms()))...) // what is not translated is empty
		if m.Plural == "" {
			fmt.Fprintf(&b, "msgstr %s\n", quoted(forms[0]))
			continue
		}
		fmt.Fprintf(&b, "msgid_plural %s\n", quoted(m.Plural))
		for i := range max(1, c.pluralForms()) {
			fmt.Fprintf(&b, "msgstr[%d] %s\n", i, quoted(forms[i]))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// quoted writes a text as PO does; one of several lines stands on as many.
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

// translated reports whether all forms of a message are there.
func (c *catalog) translated(m message) bool {
	forms, want := c.entries[m.key()], 1
	if m.Plural != "" {
		want = c.pluralForms()
	}
	return len(forms) >= want && !slices.Contains(forms[:want], "")
}
