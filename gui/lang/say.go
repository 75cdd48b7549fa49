package lang

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// L says a sentence: a format as in package fmt, whose args go vet checks as it does Printf's.
func L(sentence string, args ...any) string {
	c := inUse.Load()
	if c.catalog != nil {
		return c.catalog.Get(sentence, args...)
	}
	return c.source(sentence, args)
}

// N says a sentence in the plural form for n: one and other are its English forms. n itself is given in args where it is shown.
func N(one, other string, n int, args ...any) string {
	c := inUse.Load()
	switch {
	case c.catalog != nil:
		return c.catalog.GetN(one, other, n, args...)
	case n == 1:
		return c.source(one, args)
	}
	return c.source(other, args)
}

// X says a sentence that means something else elsewhere: context tells translators which is meant, and is never shown.
func X(context, sentence string, args ...any) string {
	c := inUse.Load()
	if c.catalog != nil {
		return c.catalog.GetC(sentence, context, args...)
	}
	return c.source(sentence, args)
}

// Mark makes a sentence known to the catalogs and returns it as it is: for tables that are made before a language is chosen.
func Mark(sentence string) string { return sentence }

// Marked says a sentence that was marked elsewhere, and is no format. What no catalog has is said as it is.
func Marked(sentence string) string {
	var none []any
	c := inUse.Load()
	if c.catalog != nil {
		return c.catalog.Get(sentence, none...)
	}
	return c.source(sentence, nil)
}

// source says a sentence in the language of the source.
func (s *spoken) source(sentence string, args []any) string {
	if len(args) > 0 {
		sentence = fmt.Sprintf(sentence, args...)
	}
	if s.pseudo {
		return "\u27e6" + sentence + strings.Repeat("~", utf8.RuneCountInString(sentence)/3) + "\u27e7"
	}
	return sentence
}
