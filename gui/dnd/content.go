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

// Limits of one drag or paste. Longer text is rejected.
const (
	maxFlavour = 1 << 20  // bytes of one flavour
	maxPicture = 64 << 20 // bytes of one picture; the service makes and takes at most 30 MB
	maxEntries = 256      // links and files
)

// entry is one link, file or picture.
type entry struct {
	link    string
	file    string // an absolute path
	picture []byte // the bytes of a PNG, JPEG, WebP, GIF or BMP file
}

// content is the parsed content of one flavour: links and files in source order, or a text.
type content struct {
	entries []entry
	text    string
}

func (c content) empty() bool { return len(c.entries) == 0 && c.text == "" }

// offer returns the Offer for a target. Link files count as files: they are read after the drop.
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

// pictureLink extracts the picture's link from a result page of Google's image search (parameter imgurl). It returns
// other links unchanged.
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

// googleHost matches Google's search hosts in all countries: google.com, www.google.de, images.google.co.uk.
var googleHost = regexp.MustCompile(`^(?:(?:www|images)\.)?google\.(?:com?\.)?[a-z]{2,3}$`)

// plainText returns the links of a text that consists only of links, or else the text.
func plainText(data []byte) content {
	text := strings.ReplaceAll(unicodeText(data), "\x00", "")
	if links := LinksIn(text); links != nil {
		return content{entries: linkEntries(links)}
	}
	if strings.TrimSpace(text) == "" || scriptAddress.MatchString(text) {
		return content{}
	}
	if !utf8.ValidString(text) {
		text = latin1(text) // the encoding of STRING, and of text/plain in old programs
	}
	return content{text: text}
}

// scriptAddress matches a bookmarklet URL, which is neither a link nor a prompt.
var scriptAddress = regexp.MustCompile(`(?i)^\s*(?:java|vb)script:`)

func latin1(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// unicodeText decodes text of a browser: UTF-16 in either byte order, with a BOM or detected by its zero bytes, as
// Mozilla writes text/x-moz-url and text/html; otherwise UTF-8, unchanged. An odd last byte of UTF-16 is dropped.
func unicodeText(data []byte) string {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		order, data = binary.LittleEndian, data[2:]
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		order, data = binary.BigEndian, data[2:]
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		return string(data[3:])
	// Links and tags begin with an ASCII letter, so one byte of the first unit is zero.
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

// imagesIn returns the image URLs of an HTML fragment that contains only images, such as a dragged image, also inside a
// link. If there is text too, a link or a selection was dragged, and other flavours describe it better. In an image
// search result it returns the URL of the original instead of the thumbnail.
func imagesIn(text string) []string {
	var links []string
	tokens := html.NewTokenizer(strings.NewReader(text))
	tokens.SetMaxBuf(maxFlavour)
	hidden := false // inside an element that is not rendered
	result := ""    // original picture of the enclosing search result
	for {
		switch tokens.Next() {
		case html.ErrorToken: // the end, or a token over the limit
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
				result = pictureLink(href)
				if result == href {
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

// attribute returns the first attribute with this name of the current tag, with character references resolved.
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

// titledLinks parses text/x-moz-url and _NETSCAPE_URL: alternating lines of link and title. It stops at the first line
// that should be a link but is not, because titles may contain line breaks.
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

// uriList parses text/uri-list (RFC 2483 5): one URI per line, # starts a comment. Links are not decoded; file URIs
// become paths; other schemes are skipped, because the program cannot open them.
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

// filePath converts a file URI (RFC 8089) into a local path. # and ? are part of the path, because some file managers
// do not escape them.
func filePath(uri string) (string, bool) {
	const scheme = "file:"
	if len(uri) < len(scheme) || !strings.EqualFold(uri[:len(scheme)], scheme) || len(uri) > maxLink {
		return "", false
	}
	escaped := uri[len(scheme):]
	if rest, ok := strings.CutPrefix(escaped, "//"); ok {
		slash := strings.IndexByte(rest, '/')
		if slash < 0 || !isLocalHost(rest[:slash]) {
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
	return path, filepath.IsAbs(path) // on Windows the drive may be missing
}

// isLocalHost reports whether the host of a file URI is this machine. The same path on another machine is another file.
func isLocalHost(host string) bool {
	name, err := os.Hostname()
	return host == "" || strings.EqualFold(host, "localhost") || err == nil && sameHost(host, name)
}

// sameHost compares two host names, one of which may be unqualified.
func sameHost(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	shortA, domainA, _ := strings.Cut(a, ".")
	shortB, domainB, _ := strings.Cut(b, ".")
	return shortA != "" && strings.EqualFold(shortA, shortB) && (domainA == "" || domainB == "")
}

// maxLink limits a link, in bytes. Signed links reach 2 KiB.
const maxLink = 8 << 10

// WebLink reports whether s, trimmed, is one valid http(s) link, and returns it undecoded. It must have a host and no
// user name or password: these would be sent to the host, and they disguise it ("https://good.example@evil.example/").
func WebLink(s string) (link string, ok bool) {
	s = strings.Trim(s, " \t\r\n\x00")
	if len(s) > maxLink || !utf8.ValidString(s) || strings.ContainsAny(s, `<>"`) ||
		strings.ContainsFunc(s, isForbiddenInLink) {
		return "", false
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return "", false
	}
	if u.Scheme != "http" && u.Scheme != "https" { // Parse returns the scheme in lower case
		return "", false
	}
	return s, true
}

// isForbiddenInLink reports whether r must not occur in a link: blanks, control characters, bidirectional marks,
// non-characters and the replacement character.
func isForbiddenInLink(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) ||
		unicode.In(r, unicode.Bidi_Control, unicode.Noncharacter_Code_Point) || r == '\ufeff' || r == utf8.RuneError
}

// LinksIn returns the undecoded links of a text that consists only of links, separated by blanks. It returns nil if the
// text contains anything else. It converts image search results as in pictureLink.
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

// FromText parses text that the toolkit read from the clipboard: links, one file, or plain text.
func FromText(text string) Drop {
	if links := LinksIn(text); len(links) > 0 {
		return Drop{Links: links}
	}
	if file, ok := FilePath(text); ok {
		return Drop{Files: []string{file}}
	}
	return Drop{Text: text}
}

// FilePath returns the file that a text names: an absolute path, a path that begins with ~, or a file URI, with or
// without quotes. File managers copy and users type these. Only the first line counts. ok is false if it names no file.
func FilePath(text string) (path string, ok bool) {
	// GNOME Files writes this header into its text flavour
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

// copiedFiles is the flavour by which the file managers of GNOME, Xfce and others recognise a copy rather than a move.
const copiedFiles = "x-special/gnome-copied-files"

// flavoursOf returns the flavours of copied files: the files, and their paths as text, one per line.
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
