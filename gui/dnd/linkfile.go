package dnd

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

// IsLinkFile reports whether a file of that name holds a link: .url (Windows), .webloc (macOS), .desktop (freedesktop.org, where
// only those with Type=Link do).
func IsLinkFile(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".url", ".webloc", ".desktop":
		return true
	}
	return false
}

// ReadLinkFile returns the link inside a link file, undecoded. The end of name says which kind it is; ok is false where it is no
// link file, or holds nothing that [WebLink] accepts.
func ReadLinkFile(name string, data []byte) (link string, ok bool) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".url":
		return WebLink(keys(unicodeText(data), "InternetShortcut")["url"])
	case ".webloc":
		return WebLink(propertyListURL(data))
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

// expanded resolves what KDE writes under a key with [$e]: $$ is a dollar. A variable of the environment has no place in a link,
// so a value with one is none.
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

// propertyListURL returns the string under URL in the outermost dictionary of a property list, XML or binary, which is all that a
// .webloc holds. It is empty where there is none.
func propertyListURL(data []byte) string {
	if bytes.HasPrefix(data, []byte("bplist00")) {
		return binaryListURL(data)
	}
	var list struct {
		Dict struct {
			Items []struct {
				XMLName xml.Name
				Text    string `xml:",chardata"`
			} `xml:",any"`
		} `xml:"dict"`
	}
	decoder := xml.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&list); err != nil {
		return ""
	}
	items := list.Dict.Items
	for i := 0; i+1 < len(items); i += 2 {
		if items[i].XMLName.Local == "key" && items[i].Text == "URL" && items[i+1].XMLName.Local == "string" {
			return items[i+1].Text
		}
	}
	return ""
}

// The lengths of a binary property list's fixed parts, bytes.
const (
	listHeader  = 8
	listTrailer = 32
)

// binaryList is a binary property list (CFBinaryPList.c): objects, a table of their offsets, and a trailer that says where the table is and
// how wide its numbers are.
type binaryList struct {
	objects []byte // from the start of the file to the table
	offsets []byte
	width   int // of an offset, bytes
	refs    int // width of a reference, bytes
}

func binaryListURL(data []byte) string {
	if len(data) < listHeader+listTrailer {
		return ""
	}
	trailer := data[len(data)-listTrailer:]
	body := uint64(len(data) - listTrailer)
	count, top, table := binary.BigEndian.Uint64(trailer[8:]), binary.BigEndian.Uint64(trailer[16:]), binary.BigEndian.Uint64(trailer[24:])
	width, refs := int(trailer[6]), int(trailer[7])
	if width < 1 || width > 8 || refs < 1 || refs > 8 || table < listHeader || table > body || count > (body-table)/uint64(width) {
		return ""
	}
	list := binaryList{objects: data[:table], offsets: data[table : table+count*uint64(width)], width: width, refs: refs}
	return list.url(top)
}

// url looks for the key URL in the dictionary that is object number top.
func (l binaryList) url(top uint64) string {
	kind, count, rest := l.object(top)
	if kind != 0xd || count > uint64(len(rest))/uint64(2*l.refs) {
		return ""
	}
	for i := range int(count) {
		if key, ok := l.text(number(rest[i*l.refs:][:l.refs])); ok && key == "URL" {
			value, _ := l.text(number(rest[(int(count)+i)*l.refs:][:l.refs]))
			return value
		}
	}
	return ""
}

// text returns the string that is object number ref.
func (l binaryList) text(ref uint64) (string, bool) {
	kind, count, rest := l.object(ref)
	switch {
	case kind == 0x5 && count <= uint64(len(rest)): // ASCII
		return string(rest[:count]), true
	case kind == 0x6 && count <= uint64(len(rest))/2: // UTF-16, big-endian
		units := make([]uint16, count)
		for i := range units {
			units[i] = binary.BigEndian.Uint16(rest[2*i:])
		}
		return string(utf16.Decode(units)), true
	}
	return "", false
}

// object returns the kind of an object, how many elements it has, and the bytes from its first element on. Kind 0 is none.
func (l binaryList) object(ref uint64) (kind byte, count uint64, rest []byte) {
	if ref >= uint64(len(l.offsets)/l.width) {
		return 0, 0, nil
	}
	at := number(l.offsets[int(ref)*l.width:][:l.width])
	if at < listHeader || at >= uint64(len(l.objects)) {
		return 0, 0, nil
	}
	marker := l.objects[at]
	rest = l.objects[at+1:]
	kind, count = marker>>4, uint64(marker&0xf)
	if count < 0xf {
		return kind, count, rest
	}
	// The count does not fit into the marker: an integer object of 1 << n bytes follows.
	if len(rest) == 0 || rest[0]>>4 != 0x1 || rest[0]&0xf > 3 {
		return 0, 0, nil
	}
	size := 1 << (rest[0] & 0xf)
	if len(rest) < 1+size {
		return 0, 0, nil
	}
	return kind, number(rest[1 : 1+size]), rest[1+size:]
}

// number reads a big-endian number of at most 8 bytes.
func number(b []byte) uint64 {
	var n uint64
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}
