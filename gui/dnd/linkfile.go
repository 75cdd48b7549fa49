package dnd

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"howett.net/plist"

	"viviscope/db/folder"
)

// IsLinkFile reports whether a file name has the extension of a link file: .url (Windows), .webloc (macOS), .desktop
// (freedesktop.org; only those with Type=Link contain one).
func IsLinkFile(name string) bool {
	return slices.Contains([]string{".url", ".webloc", ".desktop"}, strings.ToLower(filepath.Ext(name)))
}

// ReadLinkFile returns the link in a link file, undecoded. The extension of name determines the format. ok is false if
// it is not a link file or [WebLink] rejects the link.
func ReadLinkFile(name string, data []byte) (link string, ok bool) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".url":
		return WebLink(parseSection(unicodeText(data), "InternetShortcut")["url"])
	case ".webloc":
		var list struct{ URL string } // a property list, XML or binary
		if _, err := plist.Unmarshal(data, &list); err != nil {
			return "", false
		}
		return WebLink(list.URL)
	case ".desktop":
		found := parseSection(unicodeText(data), "Desktop Entry")
		if found["type"] != "Link" {
			return "", false
		}
		if link, ok := WebLink(desktopString.Replace(found["url"])); ok {
			return link, true
		}
		return WebLink(expandKDE(desktopString.Replace(found["url[$e]"])))
	}
	return "", false
}

// desktopString resolves escapes (Desktop Entry Specification 4).
var desktopString = strings.NewReplacer(`\\`, `\`, `\s`, " ", `\n`, "\n", `\t`, "\t", `\r`, "\r")

// expandKDE resolves a value of a KDE key with [$e]: $$ is a dollar sign. It returns "" for values with environment
// variables, which do not belong in a link.
func expandKDE(value string) string {
	rest := strings.ReplaceAll(value, "$$", "")
	if strings.Contains(rest, "$") {
		return ""
	}
	return strings.ReplaceAll(value, "$$", "$")
}

// parseSection parses one section of an INI file. Keys are lower-cased; the first value of a key wins.
func parseSection(text, section string) map[string]string {
	found := map[string]string{}
	inside := false
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\r' || r == '\n' }) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			inside = strings.EqualFold(line, "["+section+"]")
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !inside || !ok || strings.HasPrefix(line, "#") || strings.HasPrefix(line, ";") {
			continue
		}
		key = strings.ToLower(strings.TrimSpace(key))
		if _, again := found[key]; !again {
			found[key] = strings.TrimSpace(value)
		}
	}
	return found
}

// maxLinkFile limits the size of a link file, in bytes.
const maxLinkFile = 64 << 10

// resolve converts content into a Drop, in order: it replaces link files by their links and saves pictures with keep.
// Do not call it on the window goroutine, because it accesses files that may be on a network.
func resolve(c content, keep Keep) Drop {
	d := Drop{Text: c.text}
	for _, e := range c.entries {
		if e.picture != nil {
			path, err := keep(e.picture)
			if err != nil {
				d.Failed = errors.Join(d.Failed, fmt.Errorf("keep picture of %d bytes: %w", len(e.picture), err))
				continue
			}
			d.Files = append(d.Files, path)
			continue
		}
		if e.link == "" {
			e.link = linkInside(e.file)
		}
		if e.link != "" {
			d.Links = append(d.Links, e.link)
		} else {
			d.Files = append(d.Files, e.file)
		}
	}
	return d
}

// linkInside returns the link of a link file, or "".
func linkInside(path string) string {
	if !IsLinkFile(path) {
		return ""
	}
	data, err := folder.ReadFile(path, maxLinkFile)
	if err != nil {
		return ""
	}
	link, _ := ReadLinkFile(path, data)
	return link
}
