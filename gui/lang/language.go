package lang

import (
	"cmp"
	"embed"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/go-playground/locales"
	"github.com/go-playground/locales/de"
	"github.com/go-playground/locales/en_GB"
	"github.com/go-playground/locales/es"
	"github.com/go-playground/locales/ja"
	"github.com/go-playground/locales/zh"
	"github.com/leonelquinteros/gotext"
	"golang.org/x/text/language"
)

//go:embed translations/*.po
var catalogs embed.FS

// Language is a language of the user interface.
type Language struct {
	Tag  string // BCP 47; also the file name of its catalog
	Name string // the native name, with the English name in brackets in case a font lacks its characters
}

// languages lists the languages of the user interface. English is the language of the source and comes first. Its
// locale is British: day before month, and a 24-hour clock.
var languages = []struct {
	Language
	local  locales.Translator
	shapes formats
}{
	{Language{"en", "English"}, en_GB.New(), englishFormats},
	{Language{"zh-CN", "简体中文 (Simplified Chinese)"}, zh.New(), eastAsianFormats},
	{Language{"ja", "日本語 (Japanese)"}, ja.New(), eastAsianFormats},
	{Language{"de", "Deutsch"}, de.New(), germanFormats},
	{Language{"es", "Español"}, es.New(), spanishFormats},
}

// Languages returns the languages that the user can choose, English first.
func Languages() (all []Language) {
	for _, l := range languages {
		all = append(all, l.Language)
	}
	return all
}

// Pseudo is the tag of a pseudo-language for tests: English in brackets and a third longer. Languages does not include
// it. Text without brackets does not come from a catalog. Cut brackets show where a longer translation would be cut.
const Pseudo = "en-XA"

// locale is a language with its catalog and formats. It is immutable.
type locale struct {
	tag        string
	catalog    *gotext.Po // nil: use the source text
	translator locales.Translator
	formats    formats
	pseudo     bool
}

// current is the locale of the process. It is never nil.
var current atomic.Pointer[locale]

func init() {
	if err := Use("en"); err != nil {
		panic(err) // English needs no catalog
	}
}

// Use sets the language of the process; "" means English. An unknown tag is an error and changes nothing. Call it
// before the first window is built, because texts that are already shown do not change.
func Use(tag string) error {
	s, err := loadLocale(tag)
	if err != nil {
		return err
	}
	current.Store(s)
	return nil
}

func Current() string { return current.Load().tag }

func loadLocale(tag string) (*locale, error) {
	pseudo := tag == Pseudo
	for _, l := range languages {
		switch {
		case l.Tag == "en" && (tag == "" || tag == "en" || pseudo):
			return &locale{tag: cmp.Or(tag, "en"), translator: l.local, formats: l.shapes, pseudo: pseudo}, nil
		case l.Tag == tag:
			po, err := catalogs.ReadFile("translations/" + tag + ".po")
			if err != nil {
				return nil, fmt.Errorf("read catalog %s: %w", tag, err)
			}
			catalog := gotext.NewPo()
			catalog.Parse(po)
			return &locale{tag: tag, catalog: catalog, translator: l.local, formats: l.shapes}, nil
		}
	}
	return nil, fmt.Errorf("use language %q: there is no catalog", tag)
}

// Nearest returns the tag of the language that matches the user's preferred languages best, or "en" if none matches.
// wanted holds BCP 47 tags or names of POSIX locales, most preferred first.
func Nearest(wanted ...string) string {
	known := Languages()
	tags := make([]language.Tag, len(known))
	for i, l := range known {
		tags[i] = language.Make(l.Tag)
	}
	var read []language.Tag
	for _, w := range wanted {
		name, _, _ := strings.Cut(w, ".") // cut the encoding and the modifier of a POSIX locale: "de_DE.UTF-8@euro"
		name, _, _ = strings.Cut(name, "@")
		if t, err := language.Parse(name); err == nil {
			read = append(read, t)
		}
	}
	// The matcher knows distances between languages: a user of Traditional Chinese and English gets English rather than
	// Simplified Chinese.
	_, i, confidence := language.NewMatcher(tags).Match(read...)
	if confidence == language.No {
		return "en"
	}
	return known[i].Tag
}
