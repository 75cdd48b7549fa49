package compose

import (
	"bytes"
	"image"
	"image/jpeg"
	"io/fs"
	"strings"
	"testing"
	"time"

	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
)

func TestAnEditSendsTheBytesOfItsFile(t *testing.T) {
	e := newEditFixture(t)
	want, gone := painted(64, 48), error(nil)
	e.lib.picture = func(order.Upload) ([]byte, error) { return want, gone }
	c := e.plain()
	c.Link = ""
	e.s.SetPicture(c)
	e.typed("make it snow")
	e.s.Generate()
	e.finish()
	if len(e.clicks) != 1 {
		t.Fatalf("%d clicks: %v %q", len(e.clicks), e.s.problems, e.s.failure)
	}
	if r := ordertest.Edits(e.clicks[0].Requests)[0]; !bytes.Equal(r.Image, want) || len(r.ImageURLs) != 0 {
		t.Errorf("sent %d bytes", len(r.Image))
	}
	if len(e.inputs) != 1 || e.inputs[0].Asset != "8f2c" || len(e.inputs[0].Data) != 0 {
		t.Errorf("inputs %+v", e.inputs)
	}
	gone, e.now = fs.ErrNotExist, e.now.Add(time.Second)
	e.s.Generate()
	e.finish()
	if got := e.s.foot.why.Text(); got != "Not sent, nothing was charged: from Gallery: The file is gone." ||
		len(e.clicks) != 1 {
		t.Errorf("%q, %d clicks", got, len(e.clicks))
	}
}

// What a camera only says in its EXIF no service need know: a picture is sent as it is seen.
func TestATurnedPictureIsSentUpright(t *testing.T) {
	e := newEditFixture(t)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, dusk(64, 48), nil); err != nil {
		t.Fatal(err)
	}
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	turned := append(append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...), b.Bytes()[2:]...)
	e.lib.picture = func(order.Upload) ([]byte, error) { return turned, nil }
	c := e.plain()
	c.Link = ""
	e.s.SetPicture(c)
	e.typed("make it snow")
	e.s.Generate()
	e.finish()
	sent, format, err := image.DecodeConfig(bytes.NewReader(ordertest.Edits(e.clicks[0].Requests)[0].Image))
	if err != nil || format != "jpeg" || sent.Width != 48 || sent.Height != 64 {
		t.Errorf("sent a %s of %d x %d, %v", format, sent.Width, sent.Height, err)
	}
	if small, size, err := decode(turned, 32); err != nil || size != image.Pt(48, 64) || small.Bounds().Dy() != 32 {
		t.Errorf("shown %v of %v, %v", small.Bounds(), size, err)
	}
}

func TestNearestSizeAndQuality(t *testing.T) {
	b := newSlotFixture(t, db.TextToImage)
	v := b.s.fields
	v.size.OnChanged(len(order.Presets()))
	v.sides.width.SetText("3841")
	v.sides.height.SetText("2160")
	if !v.sides.offer.Visible() || v.sides.use.Text() != "Use 3840 × 2159" && v.sides.use.Text() != "Use 3840 × 2160" {
		t.Errorf("offer %v %q", v.sides.offer.Visible(), v.sides.use.Text())
	}
	v.sides.use.OnTapped()
	if f := b.s.Form().Image; f.Width != "3840" || v.sides.offer.Visible() || v.sizeBad.box.Visible() {
		t.Errorf("after it %s × %s", f.Width, f.Height)
	}
	v.quality.OnChanged(2)
	// the service tells one time of both
	if got := v.effect.Text(); !strings.HasPrefix(got, "about ") || !strings.HasSuffix(got, "Medium, slower") {
		t.Errorf("quality %q", got)
	}
	if v.prompt.entry.PlaceHolder != "Describe the picture" {
		t.Errorf("placeholder %q", v.prompt.entry.PlaceHolder)
	}
	b.s.SetKind(db.EditImage)
	if v.prompt.entry.PlaceHolder != "What should change, and what should stay the same" {
		t.Errorf("placeholder %q", v.prompt.entry.PlaceHolder)
	}
}
