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

// IsLinkFile reports whether a file of that name holds a link: .url (Windows), .webloc (macOS), .desktop
// (freedesktop.org, where only those with Type=Link do).
func IsLinkFile(name string) bool {
	return slices.Contains([]string{".url", ".webloc", ".desktop"}, strings.ToLower(filepath.Ext(name)))
}

// ReadLinkFile returns the link inside a link file, undecoded. The end of name says which kind it is; ok is false where
// it is no link file, or holds nothing that [WebLink] accepts.
func ReadLinkFile(name string, data []byte) (link string, ok bool) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".url":
		return WebLink(keys(unicodeText(data), "InternetShortcut")["url"])
	case ".webloc":
		var list struct{ URL string } // a property list, XML or binary
		if _, err := plist.Unmarshal(data, &list); err != nil {
			return "", false
		}
		return WebLink(list.URL)
	case ".desktop":
		found := keys(unicodeText(data), "Desktop Entry")
		if found["type"] != "Link" {
			return "", false
		}
		if link, ok := WebLink(desktopString.Replace(found["url"])); ok {
			return link, true
		}
		return WebLink(expanded(desktopString.Replace(found["url[$e]"])))
	}
	return "", false
}

// desktopString resolves the escapes of a string (Desktop Entry Specification 4).
var desktopString = strings.NewReplacer(`\\`, `\`, `\s`, " ", `\n`, "\n", `\t`, "\t", `\r`, "\r")

// expanded resolves what KDE writes under a key with [$e]: $$ is a dollar. A variable of the environment has no place
// in a link, so a value with one is none.
func expanded(value string) string {
	rest := strings.ReplaceAll(value, "$$", "")
	if strings.Contains(rest, "$") {
		return ""
	}
	return strings.ReplaceAll(value, "$$", "$")
}

// keys reads the pairs of one section of an INI file. Keys are in lower case; the first of a name counts.
func keys(text, section string) map[string]string {
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

// maxLinkFile bounds a link file, bytes: a link, a title, an icon's name.
const maxLinkFile = 64 << 10

// resolve returns the drop of some content, in its order: link files become the links inside them, and pictures
// become files that keep has saved. It must not run on the window's goroutine, because it reads and writes files that
// may be on a network.
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

// linkInside returns the link of a link file, or nothing.
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
