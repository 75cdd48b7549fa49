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
	// Links, also with the slashes escaped as JSON allows.
	linkRE = regexp.MustCompile(`(?i)\b([a-z][a-z0-9+.-]{0,20}):((?:\\?/){2})([^\s"'<>\\]|\\/|\\u[0-9a-f]{4})*`)
	// Queries of links that were cut or are relative.
	queryRE  = regexp.MustCompile(`\?[^\s"'<>]*=[^\s"'<>]*`)
	bearerRE = regexp.MustCompile(`(?i)\b(bearer|authorization:?\s*basic)\s+[A-Za-z0-9._~+/=-]{4,}`)
	dataRE   = regexp.MustCompile(`(?i)\bdata:[a-z0-9.+/-]{1,60};base64,[A-Za-z0-9+/=_-]*`)
	// Texts that could be a key: long, of letters and digits. A memory address, 0x…, is shorter.
	keyRE = regexp.MustCompile(`[A-Za-z0-9_-]{20,}`)
)

// Redact makes a text fit for logs and files that a user may pass on: links are cut down to scheme and host, because
// path and query can carry a signature; queries without a link are cut, and bearer keys are replaced. It does not
// recognise a key that stands alone, except those of Hide.
func Redact(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if keys := hidden.Load(); keys != nil {
		s = keys.Replace(s)
	}
	s = dataRE.ReplaceAllString(s, "data:…")
	s = linkRE.ReplaceAllStringFunc(s, hostOnly)
	s = queryRE.ReplaceAllString(s, "?…")
	return bearerRE.ReplaceAllString(s, "$1 [key]")
}

// PlainKey is the number of bytes from which a key is not a part of any other word.
const PlainKey = 8

var (
	hidden  atomic.Pointer[strings.Replacer]
	keysMu  sync.Mutex
	allKeys []string // each form once, the longest first; guarded by keysMu
)

// Hide makes [Redact] replace a key that is in use, wherever it stands. A key below [PlainKey] is not hidden.
func Hide(key string) {
	if len(key) < PlainKey {
		return
	}
	keysMu.Lock()
	defer keysMu.Unlock()
	if slices.Contains(allKeys, key) {
		return
	}
	allKeys = append(allKeys, KeyForms(key)...)
	slices.SortFunc(allKeys, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	allKeys = slices.Compact(allKeys)
	var pairs []string
	for _, form := range allKeys {
		pairs = append(pairs, form, "[key]")
	}
	hidden.Store(strings.NewReplacer(pairs...))
}

// KeyForms returns the forms in which a server or a log may write a key.
func KeyForms(key string) []string {
	quoted := strconv.Quote(key)
	forms := []string{key, url.QueryEscape(key), url.PathEscape(key), strings.ReplaceAll(key, "/", `\/`),
		quoted[1 : len(quoted)-1]}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// RedactingWriter passes on what is written to it, as [Redact] returns it. Each write is one or more whole lines.
type RedactingWriter struct{ io.Writer }

// Write implements [io.Writer].
func (w RedactingWriter) Write(lines []byte) (int, error) {
	_, err := io.WriteString(w.Writer, Redact(string(lines)))
	return len(lines), err
}

// hostOnly cuts a link down to scheme and host.
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

// stacksStart begins the stacks in the output of the runtime. They contain function names and numbers, never the
// content of a string.
const stacksStart = "\ngoroutine "

// MaskCrash is [Redact] for the output of the runtime at the end of a process. The value of a panic may contain
// anything, so every text in it that could be a key is hidden as well.
func MaskCrash(s string) string {
	value, stacks := s, ""
	if i := strings.Index(s, stacksStart); i >= 0 {
		value, stacks = s[:i], s[i:]
	}
	return maskWords(value) + Redact(stacks)
}

// HTTPLog returns the error log of an [net/http.Server]. The server writes panics of its handlers to it, with values
// that may contain anything: every text that could be a key is hidden.
func HTTPLog(to *slog.Logger) *log.Logger { return log.New(maskingWriter{to}, "", 0) }

type maskingWriter struct{ to *slog.Logger }

// Write implements [io.Writer].
func (w maskingWriter) Write(line []byte) (int, error) {
	w.to.Debug(strings.TrimSpace(MaskCrash(string(line))))
	return len(line), nil
}

// maskWords is [Redact] for a text that may contain a key alone.
func maskWords(s string) string {
	return keyRE.ReplaceAllStringFunc(Redact(s), func(word string) string {
		if strings.ContainsAny(word, "0123456789") {
			return "[hidden]"
		}
		return word
	})
}
