package guard

import (
	"cmp"
	"io"
	"log"
	"log/slog"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

var (
	// Links, including those with slashes escaped in JSON.
	linkRE = regexp.MustCompile(`(?i)\b([a-z][a-z0-9+.-]{0,20}):((?:\\?/){2})([^\s"'<>\\]|\\/|\\u[0-9a-f]{4})*`)
	// Queries of truncated or relative links.
	queryRE  = regexp.MustCompile(`\?[^\s"'<>]*=[^\s"'<>]*`)
	bearerRE = regexp.MustCompile(`(?i)\b(bearer|authorization:?\s*basic)\s+[A-Za-z0-9._~+/=-]{4,}`)
	dataRE   = regexp.MustCompile(`(?i)\bdata:[a-z0-9.+/-]{1,60};base64,[A-Za-z0-9+/=_-]*`)
	// Texts that may be a key: long, with letters and digits. Memory addresses (0x…) are shorter.
	keyRE = regexp.MustCompile(`[A-Za-z0-9_-]{20,}`)
)

// Redact removes secrets from a text, so that the user can share it. It shortens links to scheme and host, because path
// and query may contain a signature. It removes queries without a link, and replaces bearer keys and data URLs. It
// recognizes a bare key only if the key was registered with [HideKey].
func Redact(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if keys := keyReplacer.Load(); keys != nil {
		s = keys.Replace(s)
	}
	s = dataRE.ReplaceAllString(s, "data:…")
	s = linkRE.ReplaceAllStringFunc(s, hostOnly)
	s = queryRE.ReplaceAllString(s, "?…")
	return bearerRE.ReplaceAllString(s, "$1 [key]")
}

// MinKeyLen is the minimum length of a key that can be replaced safely, in bytes. A shorter key may occur in ordinary
// words.
const MinKeyLen = 8

var (
	keyReplacer atomic.Pointer[strings.Replacer]
	keysMu      sync.Mutex
	hiddenForms []string // distinct forms of all keys, longest first; guarded by keysMu
)

// HideKey registers a key in use, so that [Redact] replaces it everywhere. It ignores keys shorter than [MinKeyLen].
func HideKey(key string) {
	if len(key) < MinKeyLen {
		return
	}
	keysMu.Lock()
	defer keysMu.Unlock()
	if slices.Contains(hiddenForms, key) {
		return
	}
	hiddenForms = append(hiddenForms, KeyForms(key)...)
	slices.SortFunc(hiddenForms, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	hiddenForms = slices.Compact(hiddenForms)
	var pairs []string
	for _, form := range hiddenForms {
		pairs = append(pairs, form, "[key]")
	}
	keyReplacer.Store(strings.NewReplacer(pairs...))
}

// KeyForms returns the distinct spellings of a key in responses and logs: plain, URL-escaped, and quoted.
func KeyForms(key string) []string {
	quoted := strconv.Quote(key)
	forms := []string{key, url.QueryEscape(key), url.PathEscape(key), strings.ReplaceAll(key, "/", `\/`),
		quoted[1 : len(quoted)-1]}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// RedactingWriter redacts each write with [Redact] and forwards it. Each write must contain only complete lines.
type RedactingWriter struct{ io.Writer }

// Write implements [io.Writer].
func (w RedactingWriter) Write(lines []byte) (int, error) {
	_, err := io.WriteString(w.Writer, Redact(string(lines)))
	return len(lines), err
}

// hostOnly shortens a link to scheme and host.
func hostOnly(link string) string {
	scheme, rest, _ := strings.Cut(strings.ReplaceAll(link, `\/`, "/"), "://")
	host := rest
	if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
		host = rest[:i]
	}
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	if host == rest {
		return scheme + "://" + host
	}
	return scheme + "://" + host + "/…"
}

// stackStart marks the beginning of the stacks in a crash report of the Go runtime. Stacks contain function names and
// numbers, but no string contents.
const stackStart = "\ngoroutine "

// MaskCrash redacts the crash report of a Go process. The value of a panic may contain anything, so MaskCrash also
// masks every text in it that may be a key.
func MaskCrash(s string) string {
	value, stacks := s, ""
	if i := strings.Index(s, stackStart); i >= 0 {
		value, stacks = s[:i], s[i:]
	}
	return maskKeys(value) + Redact(stacks)
}

// HTTPLog returns an error log for an [net/http.Server], which writes redacted lines to a logger at debug level. The
// server logs the panics of its handlers, so every text that may be a key is masked.
func HTTPLog(to *slog.Logger) *log.Logger { return log.New(maskingWriter{to}, "", 0) }

type maskingWriter struct{ to *slog.Logger }

// Write implements [io.Writer].
func (w maskingWriter) Write(line []byte) (int, error) {
	w.to.Debug(strings.TrimSpace(MaskCrash(string(line))))
	return len(line), nil
}

// maskKeys redacts a text, and masks every word that may be a key.
func maskKeys(s string) string {
	return keyRE.ReplaceAllStringFunc(Redact(s), func(word string) string {
		if strings.ContainsAny(word, "0123456789") {
			return "[hidden]"
		}
		return word
	})
}
