package dragtest

import (
	"encoding/binary"
	"unicode/utf16"
)

// Flavour is one form in which a drag offers its content.
type Flavour struct {
	Name    string
	Data    []byte
	Piece   int  // bytes; > 0: handed over piece by piece (INCR)
	Refused bool // offered, but not handed over
	Silent  bool // asked for, the source never answers
	Wide    bool // handed over as 32-bit numbers, which no text is
}

// Text offers one flavour with this text.
func Text(name, text string) Flavour { return Flavour{Name: name, Data: []byte(text)} }

// UTF16 encodes a text as Mozilla and Chromium write text/x-moz-url.
func UTF16(text string) []byte {
	var data []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		data = binary.LittleEndian.AppendUint16(data, unit)
	}
	return data
}

// Link offers what Chromium offers for a link.
func Link(url, title string) []Flavour {
	return []Flavour{
		{Name: "text/x-moz-url", Data: UTF16(url + "\n" + title)},
		Text("_NETSCAPE_URL", url+"\n"+title),
		Text("UTF8_STRING", url),
		Text("text/plain", url),
		Text("text/html", `<meta http-equiv="content-type" content="text/html; charset=utf-8"><a href="`+url+`">`+title+
			`</a>`),
	}
}

// Files offers what a file manager offers.
func Files(uris ...string) []Flavour {
	list := ""
	for _, uri := range uris {
		list += uri + "\r\n"
	}
	return []Flavour{Text("text/uri-list", list)}
}
