package dragtest

import (
	"encoding/binary"
	"unicode/utf16"
)

// Flavour is one format in which a drag offers its content.
type Flavour struct {
	Name      string
	Data      []byte
	ChunkSize int  // chunk size in bytes; > 0: transfer in chunks (INCR)
	Refused   bool // offered, but the transfer is refused
	Silent    bool // requests are not answered
	AsNumbers bool // sent as 32-bit numbers, which are not text
}

// Text returns a flavour with this text.
func Text(name, text string) Flavour { return Flavour{Name: name, Data: []byte(text)} }

// UTF16 encodes text as Mozilla and Chromium do for text/x-moz-url.
func UTF16(text string) []byte {
	var data []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		data = binary.LittleEndian.AppendUint16(data, unit)
	}
	return data
}

// Link returns the flavours that Chromium offers for a link.
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

// Files returns the flavours that a file manager offers.
func Files(uris ...string) []Flavour {
	list := ""
	for _, uri := range uris {
		list += uri + "\r\n"
	}
	return []Flavour{Text("text/uri-list", list)}
}
