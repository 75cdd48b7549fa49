package transfer

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxStem is how many bytes a name has before its extension: with a number and an extension it stays below the 255 that file
// systems allow, and folders leave room below the 260 characters of old Windows programs.
const maxStem = 150

// names gives the files of a folder names that are readable, safe on every system, and different from each other on those
// that do not tell capitals from small letters. A file and its sidecar share what stands before the extension, so that is
// what differs.
type names map[string]bool

// take returns a name for a file that was called so; only its last part counts.
func (n names) take(called string) string {
	called = path.Base(strings.ReplaceAll(called, `\`, "/"))
	ext := path.Ext(called)
	stem := strings.TrimSuffix(called, ext)
	if ext = strings.ToLower(ext); !plainExt.MatchString(ext) {
		// What stands behind a dot would be taken for an extension, and the file's sidecar be another's.
		ext, stem = "", strings.ReplaceAll(stem, ".", " ")
	}
	stem = plainStem(stem)
	name := stem
	for i := 2; n[folded(name)]; i++ {
		name = fmt.Sprintf("%s (%d)", stem, i)
	}
	n[folded(name)] = true
	return name + ext
}

func folded(s string) string { return norm.NFC.String(cases.Fold().String(s)) }

// plainExt is an extension of letters and digits. reservedName is what Windows takes for a device, whatever follows its first dot.
var (
	plainExt     = regexp.MustCompile(`^\.[A-Za-z0-9]{1,8}$`)
	reservedName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³]) *(\.|$)`)
)

// plainStem makes a name of a text that every system takes: without separators, signs that shells and Windows read, control
// and invisible characters, dots and blanks at its ends; not a device of Windows; composed (NFC).
func plainStem(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, ""))
	s = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r), unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c': // joiners are part of words
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	for len(s) > maxStem {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	s = strings.Trim(s, ". ")
	if s == "" {
		return "file"
	}
	if reservedName.MatchString(s) {
		return "_" + s
	}
	return s
}
