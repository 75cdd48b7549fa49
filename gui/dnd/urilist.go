package dnd

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// uriList reads text/uri-list (RFC 2483 5): one URI a line, lines with # are comments. Links stay undecoded; file URIs become
// paths; other schemes are left out, because nothing here can open them.
func uriList(text string, local func(host string) bool) []entry {
	var entries []entry
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\r' || r == '\n' || r == 0 }) {
		if len(entries) == maxEntries {
			break
		}
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if link, ok := WebLink(line); ok {
			entries = append(entries, entry{link: link})
		} else if path, ok := filePath(line, local); ok {
			entries = append(entries, entry{file: path})
		}
	}
	return entries
}

// filePath turns a file URI (RFC 8089) into a path of this machine. The path ends with the line: file managers that forget to
// escape # and ? mean the character.
func filePath(uri string, local func(host string) bool) (string, bool) {
	const scheme = "file:"
	if len(uri) < len(scheme) || !strings.EqualFold(uri[:len(scheme)], scheme) || len(uri) > maxLink {
		return "", false
	}
	escaped := uri[len(scheme):]
	if rest, ok := strings.CutPrefix(escaped, "//"); ok {
		slash := strings.IndexByte(rest, '/')
		if slash < 0 || !local(rest[:slash]) {
			return "", false
		}
		escaped = rest[slash:]
	}
	path, err := url.PathUnescape(escaped)
	if err != nil || !strings.HasPrefix(path, "/") || strings.ContainsRune(path, 0) {
		return "", false
	}
	return filepath.FromSlash(path), true
}

// thisMachine reports whether a host in a file URI means the machine that runs the program. A file of another machine that has
// the same path is another file.
func thisMachine(host string) bool {
	if host == "" || strings.EqualFold(host, "localhost") {
		return true
	}
	name, err := os.Hostname()
	if err != nil {
		return false
	}
	return sameHost(host, name)
}

// sameHost compares two names of a machine, of which one may be the short one.
func sameHost(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	shortA, domainA, _ := strings.Cut(a, ".")
	shortB, domainB, _ := strings.Cut(b, ".")
	return shortA != "" && strings.EqualFold(shortA, shortB) && (domainA == "" || domainB == "")
}
