package dnd

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"unicode/utf16"
)

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
