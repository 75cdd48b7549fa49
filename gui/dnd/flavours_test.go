package dnd

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/bmp"

	"viviscope/gui/dnd/dragtest"
)

const onePNG = "\x89PNG\r\n\x1a\nrest"

// chosenOf returns the content of a source that transfers all its flavours.
func chosenOf(offers []dragtest.Flavour, purpose preference) content {
	var names []string
	for _, f := range offers {
		names = append(names, f.Name)
	}
	return readBest(names, purpose, false, func(name string, _ int) []byte {
		return offers[slices.IndexFunc(offers, func(f dragtest.Flavour) bool { return f.Name == name })].Data
	})
}

// brought formats a content.
func brought(c content) string {
	var all []string
	for _, e := range c.entries {
		switch {
		case e.link != "":
			all = append(all, "link "+e.link)
		case e.file != "":
			all = append(all, "file "+e.file)
		default:
			all = append(all, fmt.Sprintf("picture of %d bytes", len(e.picture)))
		}
	}
	if c.text != "" {
		all = append(all, "text "+c.text)
	}
	return strings.Join(all, ", ")
}

// wideZ encodes text as Windows does: zero-terminated, followed by garbage.
func wideZ(text string) []byte { return append(dragtest.UTF16(text), 0, 0, 'x', 'x') }

// droppedFiles encodes DROPFILES of Windows.
func droppedFiles(paths ...string) []byte {
	data := binary.LittleEndian.AppendUint32(nil, 20)
	data = append(data, make([]byte, 12)...)
	data = binary.LittleEndian.AppendUint32(data, 1)
	return append(data, dragtest.UTF16(strings.Join(paths, "\x00")+"\x00\x00")...)
}

func TestFlavourPrecedence(t *testing.T) {
	const cfHTML = "Version:0.9\r\nStartHTML:0000000105\r\nEndHTML:0000000200\r\nStartFragment:0000000141\r\nEndFragment:0000000164\r\n" +
		"<html><body>\r\n<!--StartFragment--><img src=\"%s\"/><!--EndFragment-->\r\n</body>\r\n</html>\x00 words"
	png, jpeg := dragtest.Text("image/png", onePNG), dragtest.Text("image/jpeg", "\xff\xd8\xff\xe0")
	for _, c := range []struct {
		name           string
		offers         []dragtest.Flavour
		links, picture string // by what is wanted; picture "": the same
	}{
		{name: "screenshot", offers: []dragtest.Flavour{png}, links: "picture of 12 bytes"},
		{name: "browser, Copy image", offers: []dragtest.Flavour{dragtest.Text("text/html",
			`<img src="`+escaped(signed)+`">`), png},
			links: "link " + signed, picture: "picture of 12 bytes"},
		{name: "browser, Copy image of a picture inside the page",
			offers: []dragtest.Flavour{dragtest.Text("text/html", `<img src="data:image/png;base64,AA">`), png},
			links:  "picture of 12 bytes"},
		{name: "PNG before JPEG", offers: []dragtest.Flavour{jpeg, png}, links: "picture of 12 bytes"},
		{name: "JPEG alone", offers: []dragtest.Flavour{jpeg}, links: "picture of 4 bytes"},
		{name: "picture in name only", offers: []dragtest.Flavour{dragtest.Text("image/png", "<html>"),
			dragtest.Text("UTF8_STRING", "words")}, links: "text words"},
		{name: "picture beside its name", offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING", "boat.png"), png},
			links: "picture of 12 bytes"},
		{name: "file manager, with a small picture",
			offers: []dragtest.Flavour{png, dragtest.Text("text/uri-list", "file:///a/b%20c.png\r\n"),
				dragtest.Text("UTF8_STRING", "/a/b c.png")},
			links: "file /a/b c.png"},
		{name: "file manager of GNOME",
			offers: []dragtest.Flavour{dragtest.Text("x-special/gnome-copied-files",
				"cut\nfile:///a/1.png\nfile:///a/2.png"), dragtest.Text("text/plain", "/a/1.png")},
			links: "file /a/1.png, file /a/2.png"},
		{name: "link and picture", offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING", signed), png,
			{Name: "text/x-moz-url", Data: dragtest.UTF16(signed + "\nx")}},
			links: "link " + signed, picture: "picture of 12 bytes"},
		{name: "link alone, for the canvas", offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING", signed)},
			links: "link " + signed},

		{name: "Windows: Chrome, picture", offers: []dragtest.Flavour{
			{Name: "CF_HDROP", Data: droppedFiles("/tmp/boat.png")},
			dragtest.Text("HTML Format", fmt.Sprintf(cfHTML, escaped(signed))),
			{Name: "CF_UNICODETEXT", Data: wideZ("https://page.example/")}},
			links: "link " + signed, picture: "file /tmp/boat.png"},
		{name: "Windows: link", offers: []dragtest.Flavour{{Name: "UniformResourceLocatorW", Data: wideZ(signed)},
			{Name: "CF_UNICODETEXT", Data: wideZ(signed)}}, links: "link " + signed},
		{name: "Windows: link in bytes",
			offers: []dragtest.Flavour{dragtest.Text("UniformResourceLocator", signed+"\x00xx")},
			links:  "link " + signed},
		{name: "Windows: titled link",
			offers: []dragtest.Flavour{{Name: "text/x-moz-url", Data: wideZ(signed + "\ntitle")}},
			links:  "link " + signed},
		{name: "Windows: HTML with words",
			offers: []dragtest.Flavour{dragtest.Text("HTML Format",
				"Version:0.9\r\n<!--StartFragment-->a <img src='https://a.example/'><!--EndFragment-->"),
				{Name: "CF_UNICODETEXT", Data: wideZ("a ⛵")}},
			links: "text a ⛵"},
		{name: "Windows: HTML without marks",
			offers: []dragtest.Flavour{dragtest.Text("HTML Format", "Version:0.9\r\n<img src='https://a.example/'>")},
			links:  "link https://a.example/"},
		{name: "Windows: files", offers: []dragtest.Flavour{{Name: "CF_HDROP",
			Data: droppedFiles("/a/ä 1.png", "rel.png", "/b")}}, links: "file /a/ä 1.png, file /b"},
		{name: "Windows: files of a false header",
			offers: []dragtest.Flavour{{Name: "CF_HDROP", Data: []byte("\xff\xff\xff\xff0000000000000000/a\x00\x00")}}},
		{name: "Windows: script", offers: []dragtest.Flavour{{Name: "UniformResourceLocatorW",
			Data: wideZ("javascript:alert(1)")}}},
		{name: "Windows: Chinese text", offers: []dragtest.Flavour{{Name: "CF_UNICODETEXT", Data: wideZ("船")}},
			links: "text 船"},
		{name: "Windows: contents of a file", offers: []dragtest.Flavour{dragtest.Text("FileContents", onePNG)},
			links: "picture of 12 bytes"},
		{name: "Windows: contents that are no picture",
			offers: []dragtest.Flavour{dragtest.Text("FileContents", "MZ")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.Contains(c.links+c.picture, "file /") {
				needSlashes(t)
			}
			if got := brought(chosenOf(c.offers, preferLinks)); got != c.links {
				t.Errorf("where links are wanted it brings %q, want %q", got, c.links)
			}
			want := c.picture
			if want == "" {
				want = c.links
			}
			if got := brought(chosenOf(c.offers, preferPicture)); got != want {
				t.Errorf("where a picture is wanted it brings %q, want %q", got, want)
			}
		})
	}
}

// A bitmap of the Windows clipboard is a BMP file without its file header.
func TestBitmapBecomesAFile(t *testing.T) {
	source := image.NewRGBA(image.Rect(0, 0, 3, 2))
	source.Set(1, 1, color.RGBA{200, 100, 50, 255})
	var file bytes.Buffer
	if err := bmp.Encode(&file, source); err != nil {
		t.Fatal(err)
	}
	c := parse("CF_DIB", file.Bytes()[14:])
	if len(c.entries) != 1 {
		t.Fatalf("brings %q", brought(c))
	}
	im, err := bmp.Decode(bytes.NewReader(c.entries[0].picture))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := im.At(1, 1).RGBA(); im.Bounds() != source.Bounds() || r>>8 != 200 || g>>8 != 100 || b>>8 != 50 {
		t.Errorf("bitmap of %v has the colour %d %d %d", im.Bounds(), r>>8, g>>8, b>>8)
	}
	for _, cut := range [][]byte{nil, file.Bytes()[14:40],
		append([]byte{0xff, 0xff, 0xff, 0xff}, file.Bytes()[18:]...)} {
		if c := parse("CF_DIB", cut); !c.empty() {
			t.Errorf("a cut bitmap of %d bytes brings %q", len(cut), brought(c))
		}
	}
}

// Pictures may be large: before the drop only their names are used.
func TestPicturesAreNotReadBeforeTheDrop(t *testing.T) {
	names := []string{"image/png", "UTF8_STRING"}
	c := readBest(names, preferLinks, true, func(name string, _ int) []byte {
		if name != "UTF8_STRING" {
			t.Errorf("%s was read", name)
		}
		return []byte("boat.png")
	})
	if o, ok := hoverOffer(names, c, false); !ok || o.Kind != KindUnknown {
		t.Errorf("offers %+v, %v; want something unknown", o, ok)
	}
	if o, ok := hoverOffer([]string{"UTF8_STRING"}, c, false); !ok || o.Kind != KindText {
		t.Errorf("text alone offers %+v, %v", o, ok)
	}
	if _, ok := hoverOffer([]string{"text/uri-list"}, content{}, false); ok {
		t.Error("a list without anything is offered")
	}
}

func TestPicturesBecomeFiles(t *testing.T) {
	c := content{entries: []entry{{picture: []byte("1")}, {file: "/a.png"}, {picture: []byte("2")}}}
	d := resolve(c, func(picture []byte) (string, error) {
		if string(picture) == "2" {
			return "", errors.New("the disk is full")
		}
		return "/kept/" + string(picture) + ".png", nil
	})
	if want := []string{"/kept/1.png", "/a.png"}; !slices.Equal(d.Files, want) || d.Failed == nil {
		t.Errorf("files %q, error %v; want %q and one failure", d.Files, d.Failed, want)
	}
}
