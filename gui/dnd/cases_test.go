package dnd

import "viviscope/gui/dnd/dragtest"

// dragCase is a drag with its expected hover and content.
type dragCase struct {
	name   string
	offers []dragtest.Flavour
	leaves bool // ends without a drop
	want   Offer
}

// tenCases are drags of real programs with their exact bytes, and some that must have no effect.
func tenCases() []dragCase {
	link := func(links ...string) Offer { return Offer{Kind: KindLink, Links: links} }
	return []dragCase{
		{name: "Firefox image", offers: []dragtest.Flavour{
			{Name: "text/x-moz-url", Data: dragtest.UTF16(signed + "\ny.png")},
			dragtest.Text("text/uri-list", signed+"\r\n"),
			{Name: "text/html", Data: dragtest.UTF16(`<img src="` + escaped(signed) + `" alt="">`)},
		}, want: link(signed)},
		{name: "Chromium link", offers: dragtest.Link(signed, "LINKLINKLINK"), want: link(signed)},
		{name: "image in a link", offers: []dragtest.Flavour{
			dragtest.Text("text/uri-list", "https://page.example/gallery?id=1\r\n"),
			{Name: "text/x-moz-url", Data: dragtest.UTF16("https://page.example/gallery?id=1\ntitle")},
			dragtest.Text("text/html", `<a href="https://page.example/gallery?id=1"><img src="`+escaped(signed)+
				`" width="20"></a>`),
		}, want: link(signed)},
		{name: "selected text", offers: []dragtest.Flavour{
			dragtest.Text("UTF8_STRING", " "+signed+" \n"), dragtest.Text("text/plain", signed),
			dragtest.Text("text/html", "<b>"+escaped(signed)+"</b>"),
		}, want: link(signed)},
		{name: "two URLs", offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING",
			signed+"\nhttps://b.example/2%2B.png")}, want: link(signed, "https://b.example/2%2B.png")},
		{name: "three URLs", offers: dragtest.Files(signed, "https://b.example/2.png", "https://c.example/3.png"),
			want: link(signed, "https://b.example/2.png", "https://c.example/3.png")},
		{name: "local file", offers: dragtest.Files("file:///pictures/pic%20%C3%A4%201.png"),
			want: Offer{Kind: KindFile, Files: []string{"/pictures/pic ä 1.png"}}},
		{name: "junk text", offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING",
			"hello javascript:alert(1) file:///etc/passwd")},
			want: Offer{Kind: KindText, Text: "hello javascript:alert(1) file:///etc/passwd"}},
		{name: "script URL", offers: []dragtest.Flavour{
			dragtest.Text("text/uri-list", "javascript:alert(1)\r\n"),
			{Name: "text/x-moz-url", Data: dragtest.UTF16("javascript:alert(1)\nclick")},
			dragtest.Text("UTF8_STRING", " JavaScript:alert(1); x"),
		}, want: Offer{}},
		{name: "leave", offers: dragtest.Link(signed, "LINK"), leaves: true, want: link(signed)},
	}
}

// escaped escapes a link for an HTML attribute.
func escaped(link string) string {
	out := ""
	for _, r := range link {
		if r == '&' {
			out += "&amp;"
		} else {
			out += string(r)
		}
	}
	return out
}
