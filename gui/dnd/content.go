package dnd

import (
	"strings"
	"unicode/utf8"
)

// Limits of what one drag may bring. What is larger is no link and no prompt.
const (
	maxFlavour = 1 << 20 // bytes of one flavour
	maxEntries = 256     // links and files
)

// The flavours that are understood, best first. A picture inside a link is a picture in text/html only: text/uri-list and
// text/x-moz-url name the page that the link leads to.
var flavours = [...]string{
	"text/html",
	"text/uri-list",
	"text/x-moz-url",
	"_NETSCAPE_URL",
	"text/plain;charset=utf-8",
	"text/plain;charset=UTF-8",
	"UTF8_STRING",
	"text/plain",
	"STRING",
}

// entry is one link or one file.
type entry struct {
	link string
	file string // an absolute path
}

// content is what one flavour brings: links and files in the order of their source, or a text.
type content struct {
	entries []entry
	text    string
}

func (c content) empty() bool { return len(c.entries) == 0 && c.text == "" }

// offer shows the content to a target. Link files stay files: they are read at the drop.
func (c content) offer() Offer {
	o := Offer{Text: c.text}
	for _, e := range c.entries {
		if e.link != "" {
			o.Links = append(o.Links, e.link)
		} else {
			o.Files = append(o.Files, e.file)
		}
	}
	switch {
	case len(o.Links) > 0:
		o.Kind = KindLink
	case len(o.Files) > 0:
		o.Kind = KindFile
	case o.Text != "":
		o.Kind = KindText
	}
	return o
}

// guess is what a drag offers by the names of its flavours alone, where its source does not answer before the drop.
func guess(names []string) Offer {
	textOnly := len(names) > 0
	for _, name := range names {
		switch name {
		case "text/x-moz-url", "_NETSCAPE_URL":
			return Offer{Kind: KindLink}
		case "text/html", "text/uri-list":
			textOnly = false
		}
	}
	if textOnly {
		return Offer{Kind: KindText}
	}
	return Offer{Kind: KindUnknown}
}

// parse reads one flavour. local reports whether a host in a file URI is this machine. What is not understood is empty.
func parse(flavour string, data []byte, local func(host string) bool) content {
	if len(data) > maxFlavour {
		return content{}
	}
	switch flavour {
	case "text/html":
		return content{entries: linkEntries(imagesIn(unicodeText(data)))}
	case "text/uri-list":
		return content{entries: uriList(unicodeText(data), local)}
	case "text/x-moz-url", "_NETSCAPE_URL":
		return content{entries: linkEntries(titledLinks(unicodeText(data)))}
	default:
		return plainText(data)
	}
}

func linkEntries(links []string) []entry {
	var entries []entry
	for _, link := range links {
		if len(entries) == maxEntries {
			break
		}
		entries = append(entries, entry{link: link})
	}
	return entries
}

// plainText is the links of a text that is nothing but links, or the text.
func plainText(data []byte) content {
	text := strings.ReplaceAll(unicodeText(data), "\x00", "")
	if links := LinksIn(text); links != nil {
		return content{entries: linkEntries(links)}
	}
	if strings.TrimSpace(text) == "" {
		return content{}
	}
	if !utf8.ValidString(text) {
		text = latin1(text) // what STRING is by definition, and what old programs mean by text/plain
	}
	return content{text: text}
}

func latin1(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}
