package dnd

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLink bounds a link, bytes. Signed links reach 2 KiB; nothing honest reaches this.
const maxLink = 8 << 10

// WebLink reports whether s, without the blanks around it, is one http(s) link that may be handed on, and returns it undecoded. It
// needs a host and must have no user name or password: those would be sent to whoever the host is, and they hide the host
// ("https://good.example@evil.example/").
func WebLink(s string) (link string, ok bool) {
	s = strings.Trim(s, " \t\r\n\x00")
	if len(s) > maxLink || !utf8.ValidString(s) || strings.ContainsAny(s, `<>"`) || strings.ContainsFunc(s, foreign) {
		return "", false
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return "", false
	}
	if u.Scheme != "http" && u.Scheme != "https" { // Parse returns it in lower case
		return "", false
	}
	return s, true
}

// foreign holds for what must not stand in a link: blanks, controls, marks that turn the direction of writing, what is no character, and
// the sign that a decoder writes where it lost one.
func foreign(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Noncharacter_Code_Point) || r == '\ufeff' || r == utf8.RuneError
}

// LinksIn returns the links of a text that is nothing but links, one or more with blanks between them, undecoded. It returns nil
// where anything else stands in the text: a link inside a sentence is part of the sentence.
func LinksIn(text string) []string {
	fields := strings.Fields(strings.TrimRight(text, "\x00"))
	if len(fields) > maxEntries {
		return nil
	}
	var links []string
	for _, field := range fields {
		link, ok := WebLink(field)
		if !ok {
			return nil
		}
		links = append(links, link)
	}
	return links
}
