package dnd

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
)

// flavour is one format in which a drag or clipboard offers its content. A source offers several flavours of the same
// content.
type flavour struct {
	name     string // X11 target (a MIME type), or Windows clipboard format
	maxBytes int    // maximum size in bytes; longer ones are rejected
	kind     contentKind
	read     func([]byte) content
	picture  bool // a picture format: read only at the drop or paste, because it may be large
}

// contentKind is the kind of content that the name of a flavour implies.
type contentKind int

const (
	linksOrFiles contentKind = iota // links or files
	linksOnly                       // links
	filesOnly                       // files or pictures
	textOnly                        // text, which may be a link
)

// flavourTable lists the supported flavours of all systems, best first. It alone decides which flavour of a drag, or of
// an X11 or Windows clipboard, counts.
//
// - Links come first: a frame needs a web address, and a link needs no upload. HTML comes before lists of links: for a
// picture inside a link only HTML has the picture's address; the lists have that of the page.
// - Files come before pictures: a file manager may offer a thumbnail of the file too.
// - Pictures come before text: the text beside a picture is its name or a page's address.
var flavourTable = [...]flavour{
	{name: "text/html", maxBytes: maxFlavour, read: readHTML},
	{name: "HTML Format", maxBytes: maxFlavour, read: readHTMLFormat},
	{name: "text/uri-list", maxBytes: maxFlavour, read: readURIList},
	{name: "text/x-moz-url", maxBytes: maxFlavour, kind: linksOnly, read: readTitledLinks},
	{name: "_NETSCAPE_URL", maxBytes: maxFlavour, kind: linksOnly, read: readTitledLinks},
	{name: "UniformResourceLocatorW", maxBytes: maxFlavour, kind: linksOnly, read: readWideLink},
	{name: "UniformResourceLocator", maxBytes: maxFlavour, kind: linksOnly, read: readLink},
	{name: copiedFiles, maxBytes: maxFlavour, kind: filesOnly, read: readCopiedFiles},
	{name: "CF_HDROP", maxBytes: maxFlavour, kind: filesOnly, read: readDroppedFiles},
	{name: "image/png", maxBytes: maxPicture, kind: filesOnly, read: readPicture, picture: true},
	{name: "PNG", maxBytes: maxPicture, kind: filesOnly, read: readPicture, picture: true},
	{name: "image/jpeg", maxBytes: maxPicture, kind: filesOnly, read: readPicture, picture: true},
	{name: "JFIF", maxBytes: maxPicture, kind: filesOnly, read: readPicture, picture: true},
	{name: "image/webp", maxBytes: maxPicture, kind: filesOnly, read: readPicture, picture: true},
	{name: "image/bmp", maxBytes: maxPicture, kind: filesOnly, read: readPicture, picture: true},
	{name: "CF_DIBV5", maxBytes: maxPicture, kind: filesOnly, read: readBitmap, picture: true},
	{name: "CF_DIB", maxBytes: maxPicture, kind: filesOnly, read: readBitmap, picture: true},
	{name: "FileContents", maxBytes: maxPicture, kind: filesOnly, read: readPicture, picture: true},
	{name: "text/plain;charset=utf-8", maxBytes: maxFlavour, kind: textOnly, read: readText},
	{name: "text/plain;charset=UTF-8", maxBytes: maxFlavour, kind: textOnly, read: readText},
	{name: "UTF8_STRING", maxBytes: maxFlavour, kind: textOnly, read: readText},
	{name: "CF_UNICODETEXT", maxBytes: maxFlavour, kind: textOnly, read: readWideText},
	{name: "text/plain", maxBytes: maxFlavour, kind: textOnly, read: readText},
	{name: "STRING", maxBytes: maxFlavour, kind: textOnly, read: readText},
}

// preference is the content that a receiver prefers.
type preference int

const (
	preferLinks preference = iota // for drags and frames: the order of the table
	// for the canvas and the library: files and pictures first, because links need a download
	preferPicture
)

// readOrder returns the indices of the offered flavours in the order in which to try them. hovering excludes pictures:
// before the drop their names suffice.
func readOrder(offered []string, purpose preference, hovering bool) []int {
	var all []int
	for i, f := range flavourTable {
		if slices.Contains(offered, f.name) && !(hovering && f.picture) {
			all = append(all, i)
		}
	}
	if purpose == preferPicture {
		slices.SortStableFunc(all, func(a, b int) int { return rank(a) - rank(b) })
	}
	return all
}

// rank returns the order of a flavour for [wantPicture].
func rank(i int) int {
	switch f := flavourTable[i]; {
	case f.kind == filesOnly && !f.picture:
		return 0
	case f.name == "text/uri-list":
		return 1
	case f.picture:
		return 2
	}
	return 3
}

// readBest reads the offered flavours in order and returns the first content that is not empty. read returns up to
// most bytes of a flavour, or nil if the source does not transfer it.
func readBest(offered []string, purpose preference, hovering bool, read func(name string, most int) []byte) content {
	for _, i := range readOrder(offered, purpose, hovering) {
		f := flavourTable[i]
		if c := parse(f.name, read(f.name, f.maxBytes)); !c.empty() {
			return c
		}
	}
	return content{}
}

// hoverOffer returns the offer to show before the drop: from c, the content of the small flavours, or else from the
// names of the flavours. slow means that the source did not answer in time. ok is false if no flavour is supported.
func hoverOffer(offered []string, c content, slow bool) (_ Offer, ok bool) {
	all := readOrder(offered, preferLinks, false)
	pictures := slices.ContainsFunc(all, func(i int) bool { return flavourTable[i].picture })
	switch {
	case len(c.entries) > 0 || c.text != "" && !pictures:
		return c.offer(), true
	case pictures && !slow: // pictures take precedence over text
		return Offer{Kind: KindUnknown}, true
	}
	return guessOffer(offered), slow && len(all) > 0
}

// guessOffer returns the offer of a source that does not answer before the drop, from the names of its flavours.
func guessOffer(names []string) Offer {
	all := readOrder(names, preferLinks, false)
	textOnly := len(all) > 0
	for _, i := range all {
		switch flavourTable[i].kind {
		case linksOnly:
			return Offer{Kind: KindLink}
		case linksOrFiles, filesOnly:
			textOnly = false
		}
	}
	if textOnly {
		return Offer{Kind: KindText}
	}
	return Offer{Kind: KindUnknown}
}

// parse parses one flavour. Unsupported content is empty.
func parse(name string, data []byte) content {
	for _, f := range flavourTable {
		if f.name == name && len(data) <= f.maxBytes {
			return f.read(data)
		}
	}
	return content{}
}

func readHTML(data []byte) content {
	text, _, _ := strings.Cut(unicodeText(data), "\x00")
	return content{entries: linkEntries(imagesIn(text))}
}

// readHTMLFormat parses Windows' HTML format: a header, then UTF-8 with marks around the selection.
func readHTMLFormat(data []byte) content {
	data, _, _ = bytes.Cut(data, []byte{0})
	_, fragment, found := bytes.Cut(data, []byte("<!--StartFragment"))
	if !found { // no marks: the HTML begins with its first tag
		at := bytes.IndexByte(data, '<')
		if at < 0 {
			return content{}
		}
		return readHTML(data[at:])
	}
	_, fragment, _ = bytes.Cut(fragment, []byte(">"))
	fragment, _, _ = bytes.Cut(fragment, []byte("<!--EndFragment"))
	return readHTML(fragment)
}

func readURIList(data []byte) content { return content{entries: uriList(unicodeText(data))} }

func readTitledLinks(data []byte) content {
	text, _, _ := strings.Cut(unicodeText(data), "\x00")
	return content{entries: linkEntries(titledLinks(text))}
}

func readLink(data []byte) content {
	data, _, _ = bytes.Cut(data, []byte{0})
	return content{entries: linkEntries(LinksIn(string(data)))}
}

func readWideLink(data []byte) content {
	return content{entries: linkEntries(LinksIn(decodeWideZ(data)))}
}

func readText(data []byte) content { return plainText(data) }

func readWideText(data []byte) content { return plainText([]byte(decodeWideZ(data))) }

// readCopiedFiles parses the format of GNOME, Xfce and other file managers: the line "copy" or "cut", then a list of
// URIs.
func readCopiedFiles(data []byte) content {
	_, list, _ := strings.Cut(string(data), "\n")
	return content{entries: uriList(list)}
}

// readDroppedFiles parses DROPFILES of Windows: a header, then zero-terminated paths in UTF-16 or bytes, and a final
// zero.
func readDroppedFiles(data []byte) content {
	const header = 20 // list offset, point, flag, UTF-16 flag
	if len(data) < header {
		return content{}
	}
	at := binary.LittleEndian.Uint32(data)
	if uint64(at) < header || uint64(at) > uint64(len(data)) {
		return content{}
	}
	list := string(data[at:])
	if binary.LittleEndian.Uint32(data[16:]) != 0 {
		list = decodeWide(data[at:])
	}
	var c content
	for path := range strings.SplitSeq(list, "\x00") {
		if path == "" || len(c.entries) == maxEntries {
			break
		}
		if filepath.IsAbs(path) {
			c.entries = append(c.entries, entry{file: path})
		}
	}
	return c
}

// readPicture accepts the bytes of a picture. It checks their signature, not the name of the flavour.
func readPicture(data []byte) content {
	for _, magic := range []string{"\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF8", "BM"} {
		if bytes.HasPrefix(data, []byte(magic)) {
			return content{entries: []entry{{picture: data}}}
		}
	}
	if len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP" {
		return content{entries: []entry{{picture: data}}}
	}
	return content{}
}

// readBitmap parses a bitmap of the Windows clipboard: a BMP file without its file header.
func readBitmap(data []byte) content {
	const fileHeader, least = 14, 40
	if len(data) < least {
		return content{}
	}
	size := binary.LittleEndian.Uint32(data)
	bits, compression := binary.LittleEndian.Uint16(data[14:]), binary.LittleEndian.Uint32(data[16:])
	colours := binary.LittleEndian.Uint32(data[32:])
	if size < least || uint64(size) > uint64(len(data)) || colours > 256 {
		return content{}
	}
	if colours == 0 && bits <= 8 {
		colours = 1 << bits
	}
	offset := uint64(fileHeader) + uint64(size) + 4*uint64(colours)
	const bitFields = 3
	if compression == bitFields && size == least {
		offset += 12 // three masks follow the header
	}
	if offset > uint64(fileHeader+len(data)) {
		return content{}
	}
	file := append(make([]byte, 0, fileHeader+len(data)), "BM"...)
	file = binary.LittleEndian.AppendUint32(file, uint32(fileHeader+len(data)))
	file = binary.LittleEndian.AppendUint32(file, 0)
	file = binary.LittleEndian.AppendUint32(file, uint32(offset))
	return content{entries: []entry{{picture: append(file, data...)}}}
}

// decodeWideZ decodes zero-terminated UTF-16 of Windows. The memory block may be longer than the text.
func decodeWideZ(data []byte) string {
	text, _, _ := strings.Cut(decodeWide(data), "\x00")
	return text
}

func decodeWide(data []byte) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}
