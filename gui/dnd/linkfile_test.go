package dnd

import (
	"encoding/binary"
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"viviscope/gui/dnd/dragtest"
)

func TestReadLinkFile(t *testing.T) {
	const url = signed
	xmlHead := `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">`
	for _, c := range []struct{ name, file, data, want string }{
		{"Windows", "a.url", "[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,11\r\n[InternetShortcut]\r\nIDList=\r\nURL=" + url + "\r\n", url},
		{"Windows, upper case and UTF-8 mark", "A.URL", "\xef\xbb\xbf[InternetShortcut]\r\nurl = " + url + "\r\n", url},
		{"Windows, UTF-16", "a.url", "\xff\xfe" + string(dragtest.UTF16("[InternetShortcut]\r\nURL="+url+"\r\n")), url},
		{"Windows, other section", "a.url", "[DEFAULT]\r\nURL=" + url + "\r\n", ""},
		{"Windows, a file", "a.url", "[InternetShortcut]\r\nURL=file:///etc/passwd\r\n", ""},
		{"Windows, the first counts", "a.url", "[InternetShortcut]\nURL=" + url + "\nURL=https://evil.example/\n", url},
		{"macOS, XML", "a.webloc", xmlHead +
			`<plist version="1.0"><dict><key>Name</key><string>n</string><key>URL</key><string>` + escaped(url) +
			`</string></dict></plist>`, url},
		{"macOS, no URL", "a.webloc", xmlHead +
			`<plist version="1.0"><dict><key>URL</key><integer>1</integer></dict></plist>`, ""},
		{"macOS, URL deeper", "a.webloc",
			xmlHead + `<plist version="1.0"><dict><key>X</key><dict><key>URL</key><string>` + escaped(url) +
				`</string></dict></dict></plist>`, ""},
		{"macOS, broken", "a.webloc", `<plist><dict><key>URL</key><string>` + escaped(url), ""},
		{"macOS, binary", "a.webloc", string(binaryWebloc(url)), url},
		{"macOS, binary cut", "a.webloc", string(binaryWebloc(url)[:40]), ""},
		{"freedesktop", "a.desktop", "# c\n[Desktop Entry]\nEncoding=UTF-8\nName=x\nType=Link\nURL=" + url +
			"\nIcon=text-html\n", url},
		{"freedesktop, KDE", "a.desktop", "[Desktop Entry]\nURL[$e]=https://a.example/$$1\nType=Link\n",
			"https://a.example/$1"},
		{"freedesktop, KDE with a variable", "a.desktop",
			"[Desktop Entry]\nURL[$e]=https://a.example/$HOME\nType=Link\n", ""},
		{"freedesktop, program", "a.desktop", "[Desktop Entry]\nType=Application\nURL=" + url + "\nExec=rm\n", ""},
		{"freedesktop, other section", "a.desktop", "[Desktop Entry]\nType=Link\n[Desktop Action x]\nURL=" + url + "\n",
			""},
		{"no link file", "a.txt", url, ""},
		{"user name", "a.url", "[InternetShortcut]\nURL=https://u:p@a.example/\n", ""},
	} {
		link, ok := ReadLinkFile(c.file, []byte(c.data))
		if link != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v; want %q", c.name, link, ok, c.want)
		}
	}
}

// Regular, small link files are replaced by their links; all others stay files, in order.
func TestLinkFilesBecomeTheirLinks(t *testing.T) {
	dir := t.TempDir()
	path := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	good := path("good.url", "[InternetShortcut]\nURL="+signed+"\n")
	large := path("large.url", "[InternetShortcut]\nURL="+signed+"\n"+strings.Repeat("#", maxLinkFile))
	program := path("program.desktop", "[Desktop Entry]\nType=Application\n")
	picture := path("picture.png", "[InternetShortcut]\nURL="+signed+"\n")
	gone := filepath.Join(dir, "gone.url")
	folder := filepath.Join(dir, "folder.url")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	var c content
	for _, file := range []string{picture, good, large, program, gone, folder} {
		c.entries = append(c.entries, entry{file: file})
	}
	c.entries = append(c.entries, entry{link: "https://last.example/"})
	d := resolve(c, nil)
	if !slices.Equal(d.Links, []string{signed, "https://last.example/"}) {
		t.Errorf("links %q", d.Links)
	}
	if !slices.Equal(d.Files, []string{picture, large, program, gone, folder}) {
		t.Errorf("files %q", d.Files)
	}
}

// linkFile encodes a link as a link file of this type.
func linkFile(name, link string) []byte {
	switch name {
	case ".url":
		return []byte("[InternetShortcut]\r\nURL=" + link + "\r\n")
	case ".desktop":
		return []byte("[Desktop Entry]\nType=Link\nName=x\nURL=" + strings.ReplaceAll(link, `\`, `\\`) + "\n")
	case ".webloc":
		var text strings.Builder
		_ = xml.EscapeText(&text, []byte(link)) // a strings.Builder takes everything
		return []byte(`<plist version="1.0"><dict><key>URL</key><string>` + text.String() + `</string></dict></plist>`)
	default:
		return binaryWebloc(link)
	}
}

// binaryWebloc encodes a binary property list: a dictionary, its key and value, the offset table, the trailer.
func binaryWebloc(link string) []byte {
	units := utf16.Encode([]rune(link))
	ascii := len(units) == len(link)
	data := []byte("bplist00\xd1\x01\x02\x53URL")
	value := len(data)
	marker, count := byte(0x5f), len(link)
	if !ascii {
		marker, count = 0x6f, len(units)
	}
	data = append(data, marker, 0x11)
	data = binary.BigEndian.AppendUint16(data, uint16(count))
	if ascii {
		data = append(data, link...)
	} else {
		for _, u := range units {
			data = binary.BigEndian.AppendUint16(data, u)
		}
	}
	table := len(data)
	for _, offset := range []int{8, 11, value} {
		data = binary.BigEndian.AppendUint16(data, uint16(offset))
	}
	data = append(data, 0, 0, 0, 0, 0, 0, 2, 1)
	for _, n := range []int{3, 0, table} {
		data = binary.BigEndian.AppendUint64(data, uint64(n))
	}
	return data
}
