// Package lang says what the window says in the language that the person reads.
//
// The English sentences stand in the source and are the keys of the catalogs, as in gettext:
//
//	lang.L("Saved to %s", folder)                  a sentence
//	lang.N("%d clip", "%d clips", n, n)            a sentence with a number, in the plural forms of the language
//	lang.X("verb", "Open")                         a sentence whose English alone does not say what is meant
//	lang.Mark, lang.Marked                         a sentence in a table, translated where it is shown
//
// A sentence is whole: other languages order their words otherwise, so that sentences glued from pieces cannot be translated.
// Where a translation needs another order of its values it numbers them: "%[2]s". Values are words by then: numbers that may
// reach a thousand come from Number, amounts, times and states from package wording.
//
// The language is one for the process, as it is for the toolkit and for the person: Use chooses it when the program starts, before
// the window is built, and another one takes effect at the next start. Nothing may translate before that, so no variable of a package is initialised with a translated sentence;
// a test holds it. All functions are safe for concurrent use.
//
// Catalogs are PO files (the GNU gettext manual, "The Format of PO Files") in resources/translations. Numbers and dates
// follow the Unicode Common Locale Data Repository.
package lang
