package dnd

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// Limits of one drag or paste. Longer text is refused.
const (
	maxFlavour = 1 << 20  // bytes of one flavour
	maxPicture = 64 << 20 // bytes of one picture; the service makes and takes at most 30 MB
	maxEntries = 256      // links and files
)

// entry is one link, one file or one picture.
type entry struct {
	link    string
	file    string // an absolute path
	picture []byte // the bytes of a PNG, JPEG, WebP, GIF or BMP file
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
		switch {
		case e.link != "":
			o.Links = append(o.Links, e.link)
		case e.file != "":
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

func linkEntries(links []string) []entry {
	var entries []entry
	for _, link := range links[:min(len(links), maxEntries)] {
		entries = append(entries, entry{link: pictureLink(link)})
	}
	return entries
}

// pictureLink returns the link of the picture that a result of an image search shows: Google's page names it by the
// parameter imgurl. It returns any other link as it is.
func pictureLink(link string) string {
	u, err := url.Parse(link)
	if err != nil || !googleHost.MatchString(strings.ToLower(u.Hostname())) || u.Path != "/imgres" {
		return link
	}
	if picture, ok := WebLink(u.Query().Get("imgurl")); ok {
		return picture
	}
	return link
}

// googleHost matches the hosts of Google's search in all countries: google.com, www.google.de, images.google.co.uk.
var googleHost = regexp.MustCompile(`^(?:(?:www|images)\.)?google\.(?:com?\.)?[a-z]{2,3}$`)

// plainText is the links of a text that is nothing but links, or the text.
func plainText(data []byte) content {
	text := strings.ReplaceAll(unicodeText(data), "\x00", "")
	if links := LinksIn(text); links != nil {
		return content{entries: linkEntries(links)}
	}
	if strings.TrimSpace(text) == "" || scriptAddress.MatchString(text) {
		return content{}
	}
	if !utf8.ValidString(text) {
		text = latin1(text) // what STRING is by definition, and what old programs mean by text/plain
	}
	return content{text: text}
}

// scriptAddress matches the address of a bookmarklet, which is neither a link nor a prompt.
var scriptAddress = regexp.MustCompile(`(?i)^\s*(?:java|vb)script:`)

func latin1(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// unicodeText decodes what a browser hands over as text: UTF-16 in either order, with a mark in front or known by its
// zeros, as Mozilla writes text/x-moz-url and text/html; UTF-8 otherwise, which is returned as it is. What lies behind
// an odd last byte of UTF-16 is lost.
func unicodeText(data []byte) string {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		order, data = binary.LittleEndian, data[2:]
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		order, data = binary.BigEndian, data[2:]
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		return string(data[3:])
	// A link and a tag begin with a letter of ASCII, so one half of the first unit is zero.
	case len(data) > 2 && data[0] != 0 && data[1] == 0:
		order = binary.LittleEndian
	case len(data) > 2 && data[0] == 0 && data[1] != 0:
		order = binary.BigEndian
	default:
		return string(data)
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}

// imagesIn returns the addresses of the pictures in a piece of HTML that shows nothing but pictures: that is what a
// dragged picture is, also one inside a link. Where there are words beside it, a link or a selection was dragged, and
// other flavours say what is meant. Inside a result of an image search the result names the picture, of which the page
// shows a small copy.
func imagesIn(text string) []string {
	var links []string
	tokens := html.NewTokenizer(strings.NewReader(text))
	tokens.SetMaxBuf(maxFlavour)
	hidden := false // inside an element whose text is not shown
	result := ""    // the picture of the search result around
	for {
		switch tokens.Next() {
		case html.ErrorToken: // the end, or a token beyond the limit
			return links
		case html.TextToken:
			if !hidden && strings.ContainsFunc(string(tokens.Text()), visible) {
				return nil
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, attributes := tokens.TagName()
			hidden = slices.Contains([]string{"style", "script", "title"}, string(name))
			switch {
			case !attributes || len(links) == maxEntries:
			case string(name) == "a":
				href := attribute(tokens, "href")
				if result = pictureLink(href); result == href {
					result = ""
				}
			case string(name) == "img":
				if link, ok := WebLink(cmp.Or(result, attribute(tokens, "src"))); ok {
					links = append(links, link)
				}
			}
		case html.EndTagToken:
			hidden = false
			if name, _ := tokens.TagName(); string(name) == "a" {
				result = ""
			}
		}
	}
}

// attribute returns an attribute of the current tag, with its character references resolved. The first of a name
// counts.
func attribute(tokens *html.Tokenizer, name string) string {
	for {
		key, value, more := tokens.TagAttr()
		if string(key) == name {
			return string(value)
		}
		if !more {
			return ""
		}
	}
}

func visible(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r)
}

// titledLinks reads text/x-moz-url and _NETSCAPE_URL: a link, its title on the next line, and so on for each further
// link. The reading ends at the first line in a link's place that is none, because a title may hold line breaks.
func titledLinks(text string) []string {
	var links []string
	place := 0
	for line := range strings.SplitSeq(strings.TrimRight(text, "\x00"), "\n") {
		if place%2 == 0 {
			link, ok := WebLink(line)
			if !ok {
				break
			}
			links = append(links, link)
		}
		place++
	}
	return links
}

// uriList reads text/uri-list (RFC 2483 5): one URI a line, lines with # are comments. Links stay undecoded; file URIs
// become paths; other schemes are left out, because nothing here can open them.
func uriList(text string) []entry {
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
			entries = append(entries, entry{link: pictureLink(link)})
		} else if path, ok := filePath(line); ok {
			entries = append(entries, entry{file: path})
		}
	}
	return entries
}

// filePath turns a file URI (RFC 8089) into a path of this machine. The path ends with the line: file managers that
// forget to escape # and ? mean the character.
func filePath(uri string) (string, bool) {
	const scheme = "file:"
	if len(uri) < len(scheme) || !strings.EqualFold(uri[:len(scheme)], scheme) || len(uri) > maxLink {
		return "", false
	}
	escaped := uri[len(scheme):]
	if rest, ok := strings.CutPrefix(escaped, "//"); ok {
		slash := strings.IndexByte(rest, '/')
		if slash < 0 || !thisMachine(rest[:slash]) {
			return "", false
		}
		escaped = rest[slash:]
	}
	path, err := url.PathUnescape(escaped)
	if err != nil || !strings.HasPrefix(path, "/") || strings.ContainsRune(path, 0) {
		return "", false
	}
	if filepath.Separator == '\\' && len(path) > 2 && path[2] == ':' { // file:///C:/…
		path = path[1:]
	}
	path = filepath.FromSlash(path)
	return path, filepath.IsAbs(path) // on Windows it may lack the drive
}

// thisMachine reports whether a host in a file URI means the machine that runs the program. A file of another machine
// that has the same path is another file.
func thisMachine(host string) bool {
	name, err := os.Hostname()
	return host == "" || strings.EqualFold(host, "localhost") || err == nil && sameHost(host, name)
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

// maxLink bounds a link, bytes. Signed links reach 2 KiB; nothing honest reaches this.
const maxLink = 8 << 10

// WebLink reports whether s, without the blanks around it, is one http(s) link that may be handed on, and returns it
// undecoded. It needs a host and must have no user name or password: those would be sent to whoever the host is, and
// they hide the host ("https://good.example@evil.example/").
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

// foreign holds for what must not stand in a link: blanks, controls, marks that turn the direction of writing, what is
// no character, and the sign that a decoder writes where it lost one.
func foreign(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) ||
		unicode.In(r, unicode.Bidi_Control, unicode.Noncharacter_Code_Point) || r == '\ufeff' || r == utf8.RuneError
}

// LinksIn returns the links of a text that is nothing but links, one or more with blanks between them, undecoded. It
// returns nil where anything else stands in the text: a link inside a sentence is part of the sentence. A result of an
// image search is the link of its picture.
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
		links = append(links, pictureLink(link))
	}
	return links
}

// FromText returns what a text names, as the toolkit reads it off the clipboard: links, one file, or the text itself.
func FromText(text string) Drop {
	if links := LinksIn(text); len(links) > 0 {
		return Drop{Links: links}
	}
	if file, ok := FilePath(text); ok {
		return Drop{Files: []string{file}}
	}
	return Drop{Text: text}
}

// FilePath returns the file that a text names, as file managers put it on the clipboard and as users type it: a path
// from the root or, with ~, from the home folder, or a file URI, with or without quotes around it. Only its first
// line counts; ok is false where that names no file.
func FilePath(text string) (path string, ok bool) {
	// GNOME Files, as text
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "x-special/nautilus-clipboard\ncopy\n"))
	line, _, _ := strings.Cut(text, "\n")
	line = strings.TrimSpace(line)
	for _, quote := range []string{`"`, "'"} {
		if len(line) > 1 && strings.HasPrefix(line, quote) && strings.HasSuffix(line, quote) {
			line = line[1 : len(line)-1]
			break
		}
	}
	if path, ok := filePath(line); ok {
		return path, true
	}
	if rest, ok := strings.CutPrefix(filepath.ToSlash(line), "~/"); ok {
		home, err := os.UserHomeDir()
		return filepath.Join(home, filepath.FromSlash(rest)), err == nil
	}
	return line, filepath.IsAbs(line) && !strings.ContainsRune(line, 0)
}

// copiedFiles is the flavour by which the file managers of GNOME, Xfce and others know that files are to be copied, not
// moved.
const copiedFiles = "x-special/gnome-copied-files"

// flavoursOf returns what a clipboard with some files holds, by the names of its flavours: the files, and for what
// takes text their paths, one in a line.
func flavoursOf(paths []string) map[string][]byte {
	links := make([]string, len(paths))
	for i, path := range paths {
		links[i] = (&url.URL{Scheme: "file", Path: path}).String()
	}
	text := []byte(strings.Join(paths, "\n"))
	return map[string][]byte{
		"text/uri-list":            []byte(strings.Join(links, "\r\n") + "\r\n"),
		copiedFiles:                []byte("copy\n" + strings.Join(links, "\n")),
		"UTF8_STRING":              text,
		"text/plain;charset=utf-8": text,
		"text/plain":               text,
	}
}
