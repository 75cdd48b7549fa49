package dnd

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"viviscope/gui/dnd/dragtest"
)

// checkLink checks the invariants of a link from untrusted bytes.
func checkLink(t *testing.T, link string) {
	t.Helper()
	u, err := url.Parse(link)
	switch {
	case err != nil:
		t.Errorf("link %q is none: %v", link, err)
	case u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "", u.User != nil:
		t.Errorf("link %q has scheme %q, host %q, user %v", link, u.Scheme, u.Host, u.User)
	case len(link) > 8<<10, !utf8.ValidString(link), strings.ContainsAny(link, " \t\r\n\x00<>\""):
		t.Errorf("link %q is too long or holds what no link holds", link)
	}
}

// checkContent checks these invariants for all content of a flavour, and that each link occurs in its bytes unchanged.
func checkContent(t *testing.T, c content, raw string) {
	t.Helper()
	if len(c.entries) > maxEntries || len(c.text) > 2*maxFlavour || (c.text != "" && len(c.entries) > 0) ||
		!utf8.ValidString(c.text) {
		t.Errorf("content of %d entries and %d bytes of text", len(c.entries), len(c.text))
	}
	for _, e := range c.entries {
		if (e.link == "") == (e.file == "") {
			t.Errorf("entry %+v is both or neither", e)
		}
		if e.link != "" {
			checkLink(t, e.link)
			if raw != "" && !strings.Contains(raw, e.link) {
				t.Errorf("link %q does not stand in what came", e.link)
			}
		} else if !filepath.IsAbs(e.file) || strings.ContainsRune(e.file, 0) {
			t.Errorf("file %q", e.file)
		}
	}
}

func FuzzURIList(f *testing.F) {
	for _, seed := range []string{signed + "\r\n", "# c\r\nfile:///a%20b\r\nhttps://u:p@h/\r\n", "file://abc\r\n",
		"file:///%zz", "https://a/\x00https://b/"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := parse("text/uri-list", data)
		checkContent(t, c, unicodeText(data))
		if link, ok := WebLink(string(data)); ok {
			// A link is a list of itself, whatever it is.
			if again := parse("text/uri-list", []byte("# x\r\n"+link+"\r\n")); len(again.entries) != 1 ||
				again.entries[0].link != link {
				t.Errorf("list of %q brings %+v", link, again)
			}
		}
	})
}

func FuzzMozURL(f *testing.F) {
	for _, seed := range []string{signed + "\ntitle", "https://a/\nA\nhttps://b/", "javascript:x\nhttps://b/",
		"https://日本.example/\n日本"} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
		f.Add(dragtest.UTF16(seed), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, wide bool) {
		if wide {
			data = dragtest.UTF16(string(data))
		}
		checkContent(t, parse("text/x-moz-url", data), unicodeText(data))
		// Outside ASCII the first bytes do not distinguish UTF-16 from UTF-8; a link always begins with ASCII.
		if link, ok := WebLink(string(data)); ok {
			again := parse("text/x-moz-url", dragtest.UTF16(link+"\ntitle"))
			if len(again.entries) != 1 || again.entries[0].link != link {
				t.Errorf("%q comes back as %+v", link, again)
			}
		}
	})
}

func FuzzHTMLImages(f *testing.F) {
	for _, seed := range []string{`<img src="` + escaped(signed) + `">`, `<a href=x><img src='https://a/'></a>`,
		"<IMG SRC=https://a/ src=https://b/>", "<style><img src=https://a/></style>", "<img src=\"https://a/",
		"words <img src=https://a/>"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		// character references are resolved, so links need not stand in it
		checkContent(t, parse("text/html", data), "")
		if link, ok := WebLink(string(data)); ok {
			written := strings.ReplaceAll(link, "&", "&amp;")
			again := parse("text/html", []byte(`<a href="https://page.example/"><img alt="x" src="`+written+`"></a>`))
			if len(again.entries) != 1 || again.entries[0].link != link {
				t.Errorf("%q comes back as %+v", link, again)
			}
		}
	})
}

func FuzzPlainText(f *testing.F) {
	for _, seed := range []string{signed, "two https://a/ https://b/", "\xff\xfeh\x00", "caf\xe9", "a\x00b"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkContent(t, parse("UTF8_STRING", data), strings.ReplaceAll(unicodeText(data), "\x00", ""))
	})
}

func FuzzLinkFile(f *testing.F) {
	names := []string{".url", ".webloc", ".desktop", ".webloc binary"}
	for i, name := range names {
		f.Add(uint8(i), linkFile(name, signed))
		f.Add(uint8(i), linkFile(name, "https://日本.example/ä"))
		f.Add(uint8(i), []byte(signed))
	}
	f.Fuzz(func(t *testing.T, kind uint8, data []byte) {
		name := names[int(kind)%len(names)]
		file := "x" + strings.TrimSuffix(name, " binary")
		if link, ok := ReadLinkFile(file, data); ok {
			checkLink(t, link)
		} else if link != "" {
			t.Errorf("refused, but %q", link)
		}
		if link, ok := WebLink(string(data)); ok {
			if back, ok := ReadLinkFile(file, linkFile(name, link)); !ok || back != link {
				t.Errorf("%s of %q reads back as %q, %v", name, link, back, ok)
			}
		}
	})
}

func FuzzWindowsFlavours(f *testing.F) {
	f.Add([]byte("Version:0.9\r\n<!--StartFragment--><img src='https://a.example/'><!--EndFragment-->"))
	f.Add(droppedFiles("/a", "/b"))
	f.Add(wideZ(signed))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"HTML Format", "CF_HDROP", "UniformResourceLocatorW", "UniformResourceLocator",
			"CF_UNICODETEXT", "CF_DIB", copiedFiles} {
			c := parse(name, data)
			c.entries = slices.DeleteFunc(c.entries, func(e entry) bool { return e.picture != nil })
			checkContent(t, c, "")
		}
	})
}
