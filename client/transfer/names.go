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

// maxStem limits a name without its extension, in bytes. With a number and an extension it stays below the 255 bytes
// that file systems allow, and leaves room for folders below the 260 characters of old Windows programs.
const maxStem = 150

// names assigns readable file names in a folder that are valid on every system and unique even if case is ignored.
// Names must also differ without their extensions, because a file and its sidecar differ only in the extension.
type names map[string]bool

// take returns an unused name for a file. called is its original name; only the last path element counts.
func (n names) take(called string) string {
	called = path.Base(strings.ReplaceAll(called, `\`, "/"))
	ext := path.Ext(called)
	stem := strings.TrimSuffix(called, ext)
	ext = strings.ToLower(ext)
	if !plainExt.MatchString(ext) {
		// Text after a dot would be taken for an extension, and the file would share the sidecar of another one.
		ext, stem = "", strings.ReplaceAll(stem, ".", " ")
	}
	stem = plainStem(stem)
	name := stem
	for i := 2; n[foldCase(name)]; i++ {
		name = fmt.Sprintf("%s (%d)", stem, i)
	}
	n[foldCase(name)] = true
	return name + ext
}

func foldCase(s string) string { return norm.NFC.String(cases.Fold().String(s)) }

// plainExt matches an extension of letters and digits. reservedName matches device names of Windows, with any text
// after the first dot.
var (
	plainExt     = regexp.MustCompile(`^\.[A-Za-z0-9]{1,8}$`)
	reservedName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³]) *(\.|$)`)
)

// plainStem returns a file name that is valid on every system. It removes separators, special characters of shells and
// Windows, control and invisible characters, and dots and blanks at the ends. The result is not a Windows device name,
// and is composed (NFC).
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
