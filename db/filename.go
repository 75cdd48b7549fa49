package db

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWords is how many bytes of a prompt stand in a file name: with the date and the ref well below the 255 that file
// systems allow, also where a tool adds something of its own.
const maxWords = 60

// AssetRef returns the ref of the asset that an item of a job's answer becomes; item counts from 0. It is the same at
// every attempt, so that a file that has landed is found again after a crash. The first item has the job's own ref: the
// four digits in the file name are those that people see on the job.
func AssetRef(jobRef string, item int) string {
	if item == 0 {
		return jobRef
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", jobRef, item))
	return hex.EncodeToString(sum[:16])
}

// IncomingName returns the name in incoming/ for an item of a job, "<ref>-<item>.<ext>". [Library.Sweep] knows by the ref
// which job a part belongs to.
func IncomingName(jobRef string, item int, ext string) string {
	return fmt.Sprintf("%s-%d.%s", jobRef, item, strings.TrimPrefix(ext, "."))
}

// fileStem makes the name of a file without its extension: "2026-11-21 paper boats on a canal [7f3a]". The date is that
// of at in its own location. The name is plain on Linux, macOS and Windows, whatever the words are.
func fileStem(at time.Time, words, ref string) string {
	date := at.Format("2006-01-02")
	if at.Year() < 0 || at.Year() > 9999 {
		date = "0000-00-00"
	}
	short := "[" + ref[:min(4, len(ref))] + "]"
	if w := fileWords(words); w != "" {
		return date + " " + w + " " + short
	}
	return date + " " + short
}

// fileWords keeps of a text what may stand in a file name: letters and digits of any script with their marks, hyphen,
// underscore and comma; everything else parts words, but for the apostrophe, which joins them. The result is composed
// (NFC), so that a name reads the same on a file system that decomposes it, and cut between words where there are any.
func fileWords(s string) string {
	var b strings.Builder
	gap, base := false, false // base: a mark may follow
	for _, r := range norm.NFC.String(clip(s, 4*1024)) {
		switch {
		case r == utf8.RuneError:
			gap, base = true, false
		case unicode.IsLetter(r), unicode.IsNumber(r), strings.ContainsRune("-_,", r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap, base = false, true
			b.WriteRune(r)
		case unicode.IsMark(r) && !unicode.Is(unicode.Variation_Selector, r):
			if base {
				b.WriteRune(r)
			}
		case r == '\'' || r == '’':
		default:
			gap, base = true, false
		}
		if b.Len() > 2*maxWords {
			break
		}
	}
	const edges = " -_,"
	words := strings.Trim(b.String(), edges)
	if len(words) > maxWords {
		cut := clip(words, maxWords)
		if i := strings.LastIndexByte(cut, ' '); i > maxWords/2 && words[len(cut)] != ' ' {
			cut = cut[:i]
		}
		words = strings.TrimRight(cut, edges)
	}
	return words
}

// clip cuts a text to at most n bytes, between two runes.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
