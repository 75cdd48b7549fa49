package dnd

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/gui/dnd/dragtest"
)

// signed is a signed link, which decoding and encoding would invalidate.
const signed = "https://cdn.example.com/a%20b/x%2Fy.png?sig=x%2By%26z&u=https://o.net//q#frag"

// understood returns the content of these flavours, chosen as in a transfer but without an X server.
func understood(offers []dragtest.Flavour) content { return chosenOf(offers, preferLinks) }

func show(c content) string {
	o := c.offer()
	return fmt.Sprintf("%d links=%q files=%q text=%q", o.Kind, o.Links, o.Files, o.Text)
}

// googled returns the link of a Google image search result for a picture.
var googled = "https://www.google.co.uk/imgres?q=boat&imgurl=" + url.QueryEscape(signed) +
	"&imgrefurl=https%3A%2F%2Fpage.example%2F&w=512"

// needSlashes skips a test of paths that begin with a slash, which are invalid on Windows.
func needSlashes(t *testing.T) {
	t.Helper()
	if !filepath.IsAbs("/") {
		t.Skip("the paths of this case have no drive")
	}
}

// On Windows a path without a drive is not a file.
func TestFilesOfDrives(t *testing.T) {
	want := map[string]string{"file:///C:/a%20b/ä.png": `C:\a b\ä.png`, "file:///a.png": ""}
	if filepath.Separator == '/' {
		want = map[string]string{"file:///C:/a%20b/ä.png": "/C:/a b/ä.png", "file:///a.png": "/a.png"}
	}
	for uri, path := range want {
		if got, ok := filePath(uri); ok != (path != "") || ok && got != path {
			t.Errorf("%s is %q, %v; want %q", uri, got, ok, path)
		}
	}
}

func TestChoosesContentOfDrag(t *testing.T) {
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(tenCases(), []dragCase{
		{name: "Firefox link", offers: []dragtest.Flavour{
			{Name: "text/x-moz-url", Data: dragtest.UTF16(signed + "\nLINK")},
			dragtest.Text("_NETSCAPE_URL", signed+"\nLINK"),
			dragtest.Text("text/plain;charset=utf-8", signed), dragtest.Text("UTF8_STRING", signed),
			{Name: "text/html", Data: dragtest.UTF16(`<a href="` + signed + `">LINK</a>`)},
		}, want: Offer{Kind: KindLink, Links: []string{signed}}},
		{name: "link around words and a picture", offers: []dragtest.Flavour{
			{Name: "text/x-moz-url", Data: dragtest.UTF16("https://page.example/\ntitle")},
			dragtest.Text("text/html", `<a href="https://page.example/"><img src="https://i.example/p.png"> words</a>`),
		}, want: Offer{Kind: KindLink, Links: []string{"https://page.example/"}}},
		{name: "two pictures selected", offers: []dragtest.Flavour{
			dragtest.Text("text/html", "<!--StartFragment--><img src='https://i.example/1.png'>\n&nbsp;<img src=https://i.example/2.png?a=1&amp;b=2><!--EndFragment-->"),
		}, want: Offer{Kind: KindLink, Links: []string{"https://i.example/1.png", "https://i.example/2.png?a=1&b=2"}}},
		{name: "selected words with a picture between", offers: []dragtest.Flavour{
			dragtest.Text("text/html", `A boat <img src="https://i.example/emoji.png"> at sea`),
			dragtest.Text("UTF8_STRING", "A boat ⛵ at sea"),
		}, want: Offer{Kind: KindText, Text: "A boat ⛵ at sea"}},
		{name: "picture without an address of its own", offers: []dragtest.Flavour{
			dragtest.Text("text/html", `<img src="data:image/png;base64,AAAA">`),
			dragtest.Text("text/uri-list", "https://page.example/\r\n"),
		}, want: Offer{Kind: KindLink, Links: []string{"https://page.example/"}}},
		{name: "Google result, its small picture inside the page", offers: []dragtest.Flavour{
			dragtest.Text("text/html", `<a href="`+googled+`"><img src="data:image/png;base64,AAAA"></a>`),
			dragtest.Text("text/uri-list", googled+"\r\n")}, want: Offer{Kind: KindLink, Links: []string{signed}}},
		{name: "Google result, its small picture on a server", offers: []dragtest.Flavour{
			dragtest.Text("text/html", `<a href="`+strings.ReplaceAll(googled, "&", "&amp;")+
				`"><img src="https://tbn0.example/small"></a><img src="https://i.example/2">`)},
			want: Offer{Kind: KindLink, Links: []string{signed, "https://i.example/2"}}},
		{name: "Google result as a titled link",
			offers: []dragtest.Flavour{{Name: "text/x-moz-url", Data: dragtest.UTF16(googled + "\nboats")}},
			want:   Offer{Kind: KindLink, Links: []string{signed}}},
		{name: "Google result as text", offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING", googled)},
			want: Offer{Kind: KindLink, Links: []string{signed}}},
		{name: "imgurl of another page",
			offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING",
				"https://google.evil.example/imgres?imgurl=https://a.example/")},
			want: Offer{Kind: KindLink, Links: []string{"https://google.evil.example/imgres?imgurl=https://a.example/"}}},
		{name: "imgurl that is no link",
			offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING",
				"https://www.google.de/imgres?imgurl=file:///etc/passwd")},
			want: Offer{Kind: KindLink, Links: []string{"https://www.google.de/imgres?imgurl=file:///etc/passwd"}}},
		{name: "style and script are not words", offers: []dragtest.Flavour{
			dragtest.Text("text/html", `<style>b{}</style><script>1<2</script><title>t</title><img alt="words" src="https://i.example/p.png">`),
		}, want: Offer{Kind: KindLink, Links: []string{"https://i.example/p.png"}}},
		{name: "comments, links and files mixed", offers: dragtest.Files("# made by", "https://a.example/1%2B.png",
			"file:///x%20y/b%232%25.png", "https://b.example/2.png"),
			want: Offer{Kind: KindLink, Links: []string{"https://a.example/1%2B.png", "https://b.example/2.png"},
				Files: []string{"/x y/b#2%.png"}}},
		{name: "files of this machine", offers: dragtest.Files("file://localhost/a", "file://"+name+"/b",
			"file://LOCALHOST/c", "file:/d", "file:///%C3%A4.png"),
			want: Offer{Kind: KindFile, Files: []string{"/a", "/b", "/c", "/d", "/ä.png"}}},
		{name: "no files of this machine", offers: dragtest.Files("file://other.example/a", "file://abc", "file:///%zz",
			"file:///a%00b", "file:rel", "trash:///x", "sftp://h/x"),
			want: Offer{}},
		{name: "two titled links", offers: []dragtest.Flavour{{Name: "text/x-moz-url",
			Data: dragtest.UTF16("https://a.example/\nA\nhttps://b.example/\nB")}},
			want: Offer{Kind: KindLink, Links: []string{"https://a.example/", "https://b.example/"}}},
		{name: "UTF-16 with marks", offers: []dragtest.Flavour{{Name: "text/x-moz-url",
			Data: append([]byte{0xff, 0xfe}, dragtest.UTF16("https://a.example/\n日本")...)}},
			want: Offer{Kind: KindLink, Links: []string{"https://a.example/"}}},
		{name: "UTF-16, the other order",
			offers: []dragtest.Flavour{{Name: "text/x-moz-url",
				Data: []byte("\x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00/")}},
			want: Offer{Kind: KindLink, Links: []string{"http://a/"}}},
		{name: "old Latin text", offers: []dragtest.Flavour{{Name: "STRING", Data: []byte("caf\xe9\x00")}},
			want: Offer{Kind: KindText, Text: "café"}},
		{name: "link in a sentence", offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING",
			"see https://a.example/ now")},
			want: Offer{Kind: KindText, Text: "see https://a.example/ now"}},
		{name: "blank text", offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING", " \r\n\t\x00")}, want: Offer{}},
		{name: "unknown flavours", offers: []dragtest.Flavour{dragtest.Text("application/octet-stream",
			"https://a.example/"), dragtest.Text("XdndDirectSave0", "x")}, want: Offer{}},
	}...) {
		t.Run(c.name, func(t *testing.T) {
			if len(c.want.Files) > 0 {
				needSlashes(t)
			}
			if got, want := show(understood(c.offers)),
				fmt.Sprintf("%d links=%q files=%q text=%q", c.want.Kind, c.want.Links, c.want.Files,
					c.want.Text); got != want {
				t.Errorf("brings %s\nwant   %s", got, want)
			}
		})
	}
}

func TestWebLink(t *testing.T) {
	for link, want := range map[string]bool{
		signed:                          true,
		"http://a":                      true,
		"HTTPS://A.example/%2e%2E/?q=%": true,
		"https://bücher.example/ä?q=日本": true,
		"https://[::1]:8080/a":          true,
		"https://a.example/p?u=x@y":     true,
		"":                              false,
		"https://":                      false,
		"https:///path":                 false,
		"https://:80/":                  false,
		"https:a.example":               false,
		"//a.example/x":                 false,
		"a.example/x":                   false,
		"ftp://a.example/":              false,
		"javascript:alert(1)":           false,
		"data:image/png;base64,AA":      false,
		"file:///etc/passwd":            false,
		"https://u@a.example/":          false,
		"https://u:p@a.example/":        false,
		"https://@a.example/":           false,
		`https://a.example\@b.example/`: false,
		"https://a.example/ b":          false,
		"https://a.example/\x00b":       false,
		"https://a.example/\u202egpj":   false,
		"https://a.example/\xff":        false,
		"https://a.example/\ufffd":      false,
		"https://a.example/\ufffe":      false,
		`https://a.example/"><script>`:  false,
		"https://a.example/\nhttps://b": false,
		"https://a.example/" + strings.Repeat("a", maxLink-18): true,
		"https://a.example/" + strings.Repeat("a", maxLink-17): false,
	} {
		got, ok := WebLink(link)
		if ok != want || (ok && got != link) {
			t.Errorf("WebLink(%.60q) = %.60q, %v; want %v", link, got, ok, want)
		}
	}
	if got, ok := WebLink(" \t" + signed + "\r\n\x00"); !ok || got != signed {
		t.Errorf("blanks around a link: %q, %v", got, ok)
	}
}

func TestLinksIn(t *testing.T) {
	if got := LinksIn("\n" + signed + "\n\thttps://b.example/ "); !slices.Equal(got,
		[]string{signed, "https://b.example/"}) {
		t.Errorf("two links: %q", got)
	}
	for _, text := range []string{"", "  ", "https://a.example/ and", "https://a.example/,https://u:p@b.example/ x"} {
		if got := LinksIn(text); got != nil {
			t.Errorf("LinksIn(%q) = %q, want none", text, got)
		}
	}
}

func TestOversizedContentIsRejected(t *testing.T) {
	if c := parse("UTF8_STRING", []byte(strings.Repeat("a", maxFlavour+1))); !c.empty() {
		t.Errorf("a text beyond the limit brings %d bytes", len(c.text))
	}
	if c := parse("text/uri-list",
		[]byte(strings.Repeat("https://a.example/\r\n", maxEntries+1))); len(c.entries) != maxEntries {
		t.Errorf("a list beyond the limit brings %d entries, want %d", len(c.entries), maxEntries)
	}
	if c := parse("text/html", []byte(strings.Repeat("<img src=https://a.example/>",
		maxEntries+1))); len(c.entries) != maxEntries {
		t.Errorf("pictures beyond the limit bring %d entries, want %d", len(c.entries), maxEntries)
	}
}

func TestGuessOfferByNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  Kind
	}{
		{nil, KindUnknown},
		{[]string{"text/html", "text/x-moz-url", "UTF8_STRING"}, KindLink},
		{[]string{"text/uri-list", "UTF8_STRING"}, KindUnknown},
		{[]string{"UTF8_STRING", "text/plain"}, KindText},
	} {
		if got := guessOffer(c.names).Kind; got != c.want {
			t.Errorf("guess(%q) = %v, want %v", c.names, got, c.want)
		}
	}
}

func TestSameHost(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"mill", "mill.example.org", true},
		{"mill.example.org", "MILL", true},
		{"mill.example.org", "mill.example.com", false},
		{"mil", "mill", false},
		{"", "", true},
		{"", ".x", false},
	} {
		if got := sameHost(c.a, c.b); got != c.want {
			t.Errorf("sameHost(%q, %q) = %v", c.a, c.b, got)
		}
	}
}
