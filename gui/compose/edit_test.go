package compose

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/compose/form/formtest"
	"viviscope/gui/widgets"
)

func TestEditSaysHowItsPicturesAreSent(t *testing.T) {
	b := newBench(t, db.EditImage)
	v := b.s.fields.pictures
	b.wants(0, widgets.SlotValue{State: widgets.SlotEmpty, Words: "Drop a picture, or", Caption: "web address or file"})
	b.picked = "/home/me/lake.png"
	v.choose.OnTapped()
	b.settle()
	b.wants(0, widgets.SlotValue{State: widgets.SlotFilled, Caption: "lake.png", Note: "800 × 600"})
	if got := v.way.Text(); got != "Sent as a file" || !v.way.Visible() {
		t.Errorf("one file: %q", got)
	}
	if o := b.s.fields.sizes.Options()[0]; o.Title != "Same as picture" || o.Trailing != "800 × 600" {
		t.Errorf("size %+v", o)
	}
	b.clip = lighthouse
	b.s.slots.paste(-1)
	b.settle()
	if !v.bad.box.Visible() || v.bad.text.Text() != form.MsgEditMixed || !v.mend.Visible() || v.way.Visible() {
		t.Errorf("a mixture: %v %q", v.bad.box.Visible(), v.bad.text.Text())
	}
	v.links.OnTapped()
	b.clip = "https://cdn.example.com/b.png"
	b.s.slots.paste(-1)
	if got := v.way.Text(); got != "Sent as 2 web addresses" || !v.way.Visible() || v.mend.Visible() {
		t.Errorf("links: %q", got)
	}
	test.Type(b.s.fields.prompt.entry, "make it snow")
	b.s.Generate()
	b.finish()
	if len(b.clicks) != 1 {
		t.Fatalf("%d clicks: %v", len(b.clicks), b.s.problems)
	}
	if diff := cmp.Diff([]string{lighthouse, "https://cdn.example.com/b.png"}, formtest.Edits(b.clicks[0].Requests)[0].ImageURLs); diff != "" {
		t.Error(diff)
	}
	b.seat(0).OnDragOut(b.at(1))
	if f := b.s.Form().Edit; f.Pictures[1].URL != lighthouse {
		t.Errorf("after a drag %+v", f.Pictures[:2])
	}
	b.seat(0).OnClear()
	if f := b.s.Form().Edit; f.Pictures[0].URL != lighthouse || len(f.Inputs()) != 1 {
		t.Errorf("after clearing %+v", f.Pictures[:2])
	}
}

func TestAnEditSendsTheBytesOfItsFile(t *testing.T) {
	b := newBench(t, db.EditImage)
	want := painted(64, 48)
	b.pictures["2026/11/light.png"] = want
	b.assets["aa11"] = asset(-time.Hour)
	b.s.EditAsset(b.assets["aa11"])
	b.settle()
	test.Type(b.s.fields.prompt.entry, "make it snow")
	b.s.Generate()
	b.finish()
	if len(b.clicks) != 1 {
		t.Fatalf("%d clicks: %v %q", len(b.clicks), b.s.problems, b.s.failure)
	}
	if r := formtest.Edits(b.clicks[0].Requests)[0]; !bytes.Equal(r.Image, want) || r.ImageName != "light.png" || len(r.ImageURLs) != 0 {
		t.Errorf("sent %d bytes, %q", len(r.Image), r.ImageName)
	}
	if len(b.inputs) != 1 || b.inputs[0].Asset != "aa11" || len(b.inputs[0].Data) != 0 {
		t.Errorf("inputs %+v", b.inputs)
	}
	b.files["2026/11/light.png"] = fs.ErrNotExist
	b.s.Generate()
	b.finish()
	if got := b.s.foot.why.Text(); got != "Not sent, nothing was charged: light.png: The file is gone." || len(b.clicks) != 1 {
		t.Errorf("%q, %d clicks", got, len(b.clicks))
	}
}

func TestNearestSizeAndQuality(t *testing.T) {
	b := newBench(t, db.TextToImage)
	v := b.s.fields
	v.size.OnChanged(len(form.Presets()))
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
	if got := v.effect.Text(); !strings.HasPrefix(got, "high: about ") || !strings.Contains(got, "medium, slower") {
		t.Errorf("quality %q", got)
	}
	if v.prompt.entry.PlaceHolder != "What the picture shows" {
		t.Errorf("placeholder %q", v.prompt.entry.PlaceHolder)
	}
	b.s.SetKind(db.EditImage)
	if v.prompt.entry.PlaceHolder != "What is to change, and what is to stay as it is" {
		t.Errorf("placeholder %q", v.prompt.entry.PlaceHolder)
	}
}
