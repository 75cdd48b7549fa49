package dnd

import (
	"io"
	"os"
)

// maxLinkFile bounds a link file, bytes: a link, a title, an icon's name.
const maxLinkFile = 64 << 10

// resolve reads the link files among the entries and turns them into their links; everything else stays what it is, in its order.
// It reads from disk, which may be slow or a network: never on the window's goroutine.
func resolve(c content) Drop {
	d := Drop{Text: c.text}
	for _, e := range c.entries {
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
	// A pipe or a device of that name would never end.
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxLinkFile {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxLinkFile))
	if err != nil {
		return ""
	}
	link, _ := ReadLinkFile(path, data)
	return link
}
