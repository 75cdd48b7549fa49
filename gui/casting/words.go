package casting

import (
	"errors"

	"viviscope/db"
	"viviscope/db/cast"
	"viviscope/db/folder"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// KindName returns the name of a kind of entries.
func KindName(k cast.Kind) string {
	switch k {
	case cast.Person:
		return lang.X("cast", "person")
	case cast.Place:
		return lang.X("cast", "place")
	case cast.Thing:
		return lang.X("cast", "thing")
	case cast.Look:
		return lang.X("cast", "look")
	}
	return string(k)
}

// Summary returns the kind of an entry and the number of its pictures: "person · 2 pictures".
func Summary(e cast.Entry) string {
	pictures := lang.L("words only")
	if n := len(e.Pictures); n > 0 {
		pictures = lang.N("%s picture", "%s pictures", n, lang.Number(n))
	}
	return wording.Dotted(KindName(e.Kind), pictures)
}

// fault returns the text of an error of an entry.
func fault(err error) string {
	switch {
	case errors.Is(err, cast.ErrName):
		return lang.L("A name has 1 to %d letters, digits, hyphens and underscores, and no spaces.", cast.MaxName)
	case errors.Is(err, cast.ErrWords):
		return lang.L("The words have more than %s characters.", lang.Number(cast.MaxWords))
	case errors.Is(err, cast.ErrPictures):
		return lang.L("An entry has at most %d different pictures.", cast.MaxPictures)
	case errors.Is(err, cast.ErrEmpty):
		return lang.L("An entry needs words or a picture.")
	case errors.Is(err, db.ErrCastName):
		return lang.L("Another entry of the cast has this name.")
	case errors.Is(err, folder.ErrNoMedia):
		return lang.L("The file is not a picture that can be used: PNG, JPEG or WebP.")
	}
	return wording.Fault(err)
}

// NotInCast returns the warning about names that the cast does not have; "" for none.
func NotInCast(names []string) string {
	if len(names) == 0 {
		return ""
	}
	var marked []string
	for _, name := range names {
		marked = append(marked, "@"+name)
	}
	return lang.N("%s is not in the cast.", "%s are not in the cast.", len(names), wording.List(marked))
}

// castError is an error of an entry with its text for the window. It implements [wording.Worded].
type castError struct{ error }

func (e castError) Words() string { return fault(e.error) }

func (e castError) Unwrap() error { return e.error }

// worded gives an error of an entry its text.
func worded(err error) error {
	if err == nil {
		return nil
	}
	return castError{err}
}
