package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/leonelquinteros/gotext"
)

// Forms are the translations of one message: one for a sentence, as many as the language has plural forms for a plural.
type Forms []string

// Catalog is what a PO file says of messages: by their context and first form.
type Catalog struct {
	header  string
	entries map[string]Forms
	plurals map[string]string // the English plural by the same keys
}

// Read reads a PO file. It must not be empty: its header names the language and its plural forms.
func Read(po []byte) (*Catalog, error) {
	parsed := gotext.NewPo()
	parsed.Parse(po)
	domain := parsed.GetDomain()
	c := &Catalog{entries: map[string]Forms{}, plurals: map[string]string{}}
	for id, t := range domain.GetTranslations() {
		if id == "" {
			c.header = t.Trs[0]
			continue
		}
		c.take(Message{ID: id, Plural: t.PluralID}, t)
	}
	for context, of := range domain.GetCtxTranslations() {
		for id, t := range of {
			if id == "" {
				continue // the reader makes one for each context
			}
			c.take(Message{Context: context, ID: id, Plural: t.PluralID}, t)
		}
	}
	if c.header == "" {
		return nil, fmt.Errorf("read catalog: it has no header")
	}
	return c, nil
}

func (c *Catalog) take(m Message, t *gotext.Translation) {
	forms := make(Forms, len(t.Trs))
	for i := range forms {
		forms[i] = t.Trs[i]
	}
	c.entries[m.key()], c.plurals[m.key()] = forms, m.Plural
}

// Keys returns the messages of the catalog in no order; their files are not known.
func (c *Catalog) Keys() []Message {
	var all []Message
	for key := range c.entries {
		context, id, _ := strings.Cut(key, "\x04")
		all = append(all, Message{Context: context, ID: id, Plural: c.plurals[key]})
	}
	return all
}

// Forms returns the translations of a message; empty where there is none.
func (c *Catalog) Forms(m Message) Forms { return c.entries[m.key()] }

// PluralForms returns how many plural forms the header gives the language; 0 where it does not say.
func (c *Catalog) PluralForms() int {
	n := 0
	for line := range strings.Lines(c.header) {
		if rest, ok := strings.CutPrefix(line, "Plural-Forms:"); ok {
			_, _ = fmt.Sscanf(strings.TrimSpace(rest), "nplurals=%d", &n) // 0 says that it is missing
		}
	}
	return n
}

// Write writes a PO file with exactly these messages, in their order, with the translations that the catalog has for them.
func (c *Catalog) Write(w io.Writer, messages []Message) error {
	var b strings.Builder
	fmt.Fprintf(&b, "msgid \"\"\nmsgstr %s\n", quoted(c.header))
	for _, m := range messages {
		fmt.Fprintf(&b, "\n#: %s\n", strings.Join(m.Files, " "))
		if m.Context != "" {
			fmt.Fprintf(&b, "msgctxt %s\n", quoted(m.Context))
		}
		fmt.Fprintf(&b, "msgid %s\n", quoted(m.ID))
		forms := c.entries[m.key()]
		form := func(i int) string {
			if i < len(forms) {
				return quoted(forms[i])
			}
			return `""`
		}
		if m.Plural == "" {
			fmt.Fprintf(&b, "msgstr %s\n", form(0))
			continue
		}
		fmt.Fprintf(&b, "msgid_plural %s\n", quoted(m.Plural))
		for i := range max(1, c.PluralForms()) {
			fmt.Fprintf(&b, "msgstr[%d] %s\n", i, form(i))
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

// Translated reports whether all forms of a message are there.
func (c *Catalog) Translated(m Message) bool {
	forms, want := c.entries[m.key()], 1
	if m.Plural != "" {
		want = c.PluralForms()
	}
	if len(forms) < want {
		return false
	}
	for _, f := range forms[:want] {
		if f == "" {
			return false
		}
	}
	return true
}

// verb is one value in a format of package fmt: its number where it has one, flags, and the letter.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?([-+# 0]*\d*(?:\.\d+)?)([a-zA-Z%])`)

// Verbs lists which value a format shows how, sorted by values: "1:s", "2:d". What stands for a percent sign is left out. A
// translation must have the same as its sentence, in any order; otherwise the window would show a value in the place of another,
// or the complaint of package fmt.
func Verbs(format string) []string {
	var all []string
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[3] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1]) // digits
		}
		all = append(all, fmt.Sprintf("%d:%s%s", next, m[2], m[3]))
		next++
	}
	slices.Sort(all)
	return slices.Compact(all)
}
