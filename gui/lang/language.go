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

// Language is one that the window can speak.
type Language struct {
	Tag  string // BCP 47, the name of its catalog
	Name string // in the language itself, and in English where its letters may be missing: it can be read either way
}

// languages are those of the window; English, the language of the source, first: with day before month, and the clock
// of 24 hours.
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

// Languages returns those of the window; English first.
func Languages() (all []Language) {
	for _, l := range languages {
		all = append(all, l.Language)
	}
	return all
}

// Pseudo is the tag of a language that nobody speaks: English in brackets and a third longer. It is in no list. Where
// the window shows a word without brackets in it, the word does not come from a catalog; where brackets are cut, a
// longer language will be.
const Pseudo = "en-XA"

// spoken is a language with all that it takes to speak it; it never changes once made.
type locale struct {
	tag        string
	catalog    *gotext.Po // nil: the sentences as they stand in the source
	translator locales.Translator
	formats    formats
	pseudo     bool
}

// inUse is the language of the process. It is never nil.
var current atomic.Pointer[locale]

func init() {
	if err := Use("en"); err != nil {
		panic(err) // it needs no file
	}
}

// Use makes tag the language of the process; "" stands for English. An unknown tag is an error and changes nothing.
// It is called before anything is shown: what is shown already stays as it is.
func Use(tag string) error {
	s, err := loadLocale(tag)
	if err != nil {
		return err
	}
	current.Store(s)
	return nil
}

// Current returns the tag of the language in use.
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

// Nearest returns the tag of the language of the window that suits a person best who reads wanted (BCP 47 tags or names
// of POSIX locales, the best first): "en" where none does.
func Nearest(wanted ...string) string {
	known := Languages()
	tags := make([]language.Tag, len(known))
	for i, l := range known {
		tags[i] = language.Make(l.Tag)
	}
	var read []language.Tag
	for _, w := range wanted {
		name, _, _ := strings.Cut(w, ".") // a POSIX locale has its encoding and its modifier behind: "de_DE.UTF-8@euro"
		name, _, _ = strings.Cut(name, "@")
		if t, err := language.Parse(name); err == nil {
			read = append(read, t)
		}
	}
	// Traditional Chinese is no reason for Simplified where the person also reads English: the matcher knows such
	// distances.
	_, i, confidence := language.NewMatcher(tags).Match(read...)
	if confidence == language.No {
		return "en"
	}
	return known[i].Tag
}
