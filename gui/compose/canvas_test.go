package compose

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
)

func TestWhatIsDrawnIsSentAsOneFlatPicture(t *testing.T) {
	e := newEditFixture(t)
	e.s.SetPicture(e.marked())
	if got := e.s.fields.pictures.way.Text(); got != "One flat PNG with 4 marks" {
		t.Errorf("it says %q", got)
	}
	if o := e.s.fields.size.Options()[0]; o.Title != "Same as picture" || o.Trailing != "80 × 60" {
		t.Errorf("size %+v", o)
	}
	e.typed("three lemons")
	e.s.fields.count.OnChanged(2)
	if got := e.s.foot.button.Text(); !strings.HasPrefix(got, "Edit 2 · ¥") {
		t.Errorf("button %q", got)
	}
	e.s.Generate()
	if e.bakes != 0 {
		t.Fatal("the picture was made on the window's goroutine")
	}
	e.finish()
	if len(e.clicks) != 1 || len(ordertest.Edits(e.clicks[0].Requests)) != 2 || e.bakes != 1 {
		t.Fatalf("%d clicks, %d bakes: %v %q", len(e.clicks), e.bakes, e.s.problems, e.s.failure)
	}
	for _, r := range ordertest.Edits(e.clicks[0].Requests) {
		if !bytes.Equal(r.Image, e.baked.File) || len(r.ImageURLs) != 0 || r.Size != "80x60" {
			t.Errorf("sent %d bytes, %v, %s", len(r.Image), r.ImageURLs, r.Size)
		}
	}
	want := []jobs.Input{{Asset: "8f2c", Width: 80, Height: 60, Drawing: e.baked.Drawing}, {Asset: "cd34", Part: true}}
	if diff := cmp.Diff(want, e.inputs); diff != "" {
		t.Error(diff)
	}
}

func TestNothingIsCommittedWhenThePictureCannotBeMade(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*editFixture)
		says  string
	}{
		"an error": {func(e *editFixture) {
			e.bakeErr = errors.New("the disk is gone")
		}, "picture on the canvas: the disk is gone"},
		"no picture": {func(e *editFixture) {
			e.baked.File = []byte("<html>")
		}, "The service accepts complete PNG"},
		"cut short": {func(e *editFixture) {
			e.baked.File = e.baked.File[:40]
		}, "The service accepts complete PNG"},
		"too large": {func(e *editFixture) {
			e.baked.File = make([]byte, upload.MaxBytes+1)
		}, "The file is larger than"},
		"another size":    {func(e *editFixture) { e.baked.File = painted(81, 60) }, errCanvasMoved.Error()},
		"another picture": {func(e *editFixture) { e.baked.Asset = "ffff" }, errCanvasMoved.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEditFixture(t)
			e.s.SetPicture(e.marked())
			e.typed("three lemons")
			c.spoil(e)
			for _, send := range []func(){e.s.Generate, e.s.HoldForLater} {
				send()
				e.finish()
				if got := e.s.foot.why.Text(); len(e.clicks) != 0 ||
					!strings.HasPrefix(got, "Not sent, nothing was charged: picture on the canvas: ") ||
					!strings.Contains(got, c.says) {
					t.Errorf("%d clicks, %q", len(e.clicks), got)
				}
				if e.s.clicks.gate.busy() || e.s.Form().Edit.Prompt != "three lemons" ||
					e.s.Form().Edit.Canvas != e.marked() {
					t.Error("the form is not as it was")
				}
			}
		})
	}
}

func TestSendWithoutMarksIsOneClick(t *testing.T) {
	e := newEditFixture(t)
	e.typed("three lemons")
	e.s.SetPicture(e.plain())
	if e.s.foot.wasRow.Visible() || e.s.fields.pictures.way.Text() != "Sent by its web address" {
		t.Errorf("nothing is drawn: %v %q", e.s.foot.wasRow.Visible(), e.s.fields.pictures.way.Text())
	}
	e.s.SetPicture(e.marked())
	f, _ := e.s.withoutMarks()
	o, _ := f.Build(e.s.env())
	if got, want := e.s.foot.was.Text(), "Send without marks · "+e.s.tariff.Price(e.s.tariff.Quote(o)); got != want ||
		!e.s.foot.wasRow.Visible() || e.s.foot.was.Disabled() {
		t.Errorf("button %q, want %q", got, want)
	}
	shifted := fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	for name, press := range map[string]func(){
		"the button": func() { test.Tap(e.s.foot.was) },
		"Return": func() {
			e.s.fields.prompt.entry.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: shifted})
		},
		"Enter": func() {
			e.s.fields.prompt.entry.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyEnter, Modifier: shifted})
		},
		"the menu": func() { action.Menu(e.s.commands.more(), e.s.Post).Items[0].Action() },
	} {
		e.clicks, e.now = nil, e.now.Add(time.Second)
		press()
		e.finish()
		if len(e.clicks) != 1 || e.bakes != 0 {
			t.Fatalf("%s: %d clicks, %d bakes", name, len(e.clicks), e.bakes)
		}
		if r := ordertest.Edits(e.clicks[0].Requests)[0]; len(r.Image) != 0 ||
			!cmp.Equal(r.InputSizes[0], [2]int{160, 120}) || !cmp.Equal(r.ImageURLs, []string{lighthouse}) ||
			r.Size != "160x120" || r.Prompt != "three lemons" {
			t.Errorf("%s: %+v", name, r)
		}
		if diff := cmp.Diff([]jobs.Input{{Asset: "8f2c"}}, e.inputs); diff != "" {
			t.Error(name, diff)
		}
	}
	e.now = e.now.Add(time.Second)
	e.s.Generate() // it was for those clicks alone
	e.finish()
	if len(e.clicks) != 2 || !bytes.Equal(ordertest.Edits(e.clicks[1].Requests)[0].Image, e.baked.File) {
		t.Error("the next click went without the marks")
	}

	dead := e.marked()
	dead.Dies = e.now.Add(-time.Hour).UnixMilli()
	e.s.SetPicture(dead)
	e.assets["8f2c"] = db.Asset{Ref: "8f2c"}
	e.now = e.now.Add(time.Second)
	e.s.SendWithoutMarks()
	e.finish()
	if r := ordertest.Edits(e.clicks[2].Requests)[0]; !bytes.Equal(r.Image, inFile()) || len(r.ImageURLs) != 0 ||
		len(e.inputs) != 1 || e.inputs[0].Asset != "8f2c" || e.inputs[0].Drawing != nil {
		t.Errorf("without a link: %d bytes, %+v", len(r.Image), e.inputs)
	}
}

// Only the marks go: what was cropped is sent cropped, for the price of that.
func TestWithoutItsMarksAPictureStaysCropped(t *testing.T) {
	e := newEditFixture(t)
	e.typed("three lemons")
	c := e.marked()
	c.Shaped = true
	e.s.SetPicture(c)
	e.s.SendWithoutMarks()
	e.finish()
	if r := ordertest.Edits(e.clicks[0].Requests)[0]; !e.bare || !bytes.Equal(r.Image, e.baked.File) ||
		!cmp.Equal(r.InputSizes, [][2]int{{80, 60}}) || r.Size != "80x60" {
		t.Errorf("bare %v, %d bytes, %v, %s", e.bare, len(r.Image), r.InputSizes, r.Size)
	}
	c.Marks = 0
	e.s.SetPicture(c)
	if e.s.foot.wasRow.Visible() {
		t.Error("a picture without marks can be sent without marks")
	}
}

func TestSendWithoutMarksSaysWhereItCannot(t *testing.T) {
	e := newEditFixture(t)
	sheet := e.marked()
	sheet.Asset, sheet.Link = "", ""
	e.s.SetPicture(sheet)
	e.s.SendWithoutMarks()
	if n := e.s.notices; !strings.Contains(n.text.Text(), "no picture below") || e.s.foot.wasRow.Visible() {
		t.Errorf("an empty sheet: %q", n.text.Text())
	}
	e.s.SetKind(db.TextToVideo)
	e.s.SendWithoutMarks()
	if n := e.s.notices; !strings.Contains(n.text.Text(), "Only an edit") {
		t.Errorf("a clip: %q", n.text.Text())
	}
	e.s.SetKind(db.EditImage)
	e.s.SetPicture(e.plain())
	e.typed("three lemons")
	e.s.SendWithoutMarks()
	e.finish()
	if len(e.clicks) != 1 {
		t.Error("with nothing drawn it is what the button does")
	}
}

func TestAnEmptyCanvasSaysHowAPictureComesThere(t *testing.T) {
	e := newEditFixture(t)
	v := e.s.fields.pictures
	if !v.start.Visible() || !v.pickOne.Visible() || v.bad.box.Visible() || v.tiles.Visible() || !v.foldRow.Visible() {
		t.Errorf("start %v, told off %v", v.start.Visible(), v.bad.box.Visible())
	}
	e.typed("three lemons")
	e.s.Generate()
	if len(e.clicks) != 0 || v.bad.text.Text() != "Choose a picture to edit." || !v.bad.box.Visible() ||
		e.w.Canvas().Focused() != fyne.Focusable(v.pickOne) {
		t.Errorf("%d clicks, %q, focus on %T", len(e.clicks), v.bad.text.Text(), e.w.Canvas().Focused())
	}
	e.s.SetPicture(e.plain())
	if v.start.Visible() || v.bad.box.Visible() {
		t.Error("there is one now")
	}
}

func TestPicturesBesideTheCanvas(t *testing.T) {
	e := newEditFixture(t)
	v := e.s.fields.pictures
	e.s.SetPicture(e.plain())
	test.Tap(v.fold)
	if !v.tiles.Visible() || !v.add.Visible() || v.shown != 1 || v.title(0) != "2" {
		t.Errorf("unfolded: %d slots", v.shown)
	}
	e.host.Clipboard = "https://cdn.example.com/b.png"
	e.s.pasteInto(0)
	e.settle()
	if got := v.way.Text(); got != "Sent as 2 web addresses" || v.foldRow.Visible() || !v.head.Visible() ||
		v.shown != 2 {
		t.Errorf("%q, %d slots", got, v.shown)
	}
	e.typed("both")
	e.s.Generate()
	e.finish()
	if diff := cmp.Diff([]string{lighthouse, "https://cdn.example.com/b.png"},
		ordertest.Edits(e.clicks[0].Requests)[0].ImageURLs); diff != "" {
		t.Error(diff)
	}
	e.s.SetPicture(e.marked())
	if v.bad.text.Text() != wording.Rule(order.MsgCanvasDrawn) || !v.mend.Visible() || v.links.Visible() ||
		v.way.Visible() {
		t.Errorf("marks beside a link: %q", v.bad.text.Text())
	}
	if e.s.foot.was.Disabled() || !e.s.foot.button.Disabled() {
		t.Error("sending as it was is a way out, sending with the marks is not")
	}
	v.mend.Objects[0].(*kit.Link).OnTapped()
	if len(e.placed) != 1 || e.placed[0].URL != e.host.Clipboard || len(e.s.Form().Edit.Inputs()) != 0 {
		t.Errorf("placed %+v", e.placed)
	}
	e.s.notices.link.OnTapped()
	if len(e.s.Form().Edit.Inputs()) != 1 {
		t.Error("it cannot be taken back")
	}
	v.mend.Objects[2].(*kit.Link).OnTapped()
	if len(e.s.Form().Edit.Inputs()) != 0 || v.mend.Visible() {
		t.Error("it is still there")
	}
}

func TestWhatIsDrawnIsHostedBesideLinks(t *testing.T) {
	e := newEditFixture(t)
	e.acct.Hosting = []byte(`{"kind":"s3"}`)
	e.update()
	e.s.SetPicture(e.marked())
	e.s.putPictures(-1, order.Slot{URL: "https://cdn.example.com/b.png"})
	e.settle()
	e.typed("both")
	e.s.Generate()
	e.finish()
	if len(e.clicks) != 1 {
		t.Fatalf("%v %q", e.s.problems, e.s.failure)
	}
	if r := ordertest.Edits(e.clicks[0].Requests)[0]; len(r.Image) != 0 ||
		!cmp.Equal(r.ImageURLs, []string{"", "https://cdn.example.com/b.png"}) {
		t.Errorf("%+v", r)
	}
	want := []jobs.Input{{Asset: "8f2c", Width: 80, Height: 60, Drawing: e.baked.Drawing, Data: e.baked.File},
		{Asset: "cd34", Part: true}}
	if diff := cmp.Diff(want, e.inputs); diff != "" {
		t.Error(diff)
	}
}

func TestADrawingThatIsTooLargeIsSentWithoutTheWayBack(t *testing.T) {
	e := newEditFixture(t)
	e.s.SetPicture(e.marked())
	e.baked.Drawing = json.RawMessage(`"` + strings.Repeat("x", db.MaxDrawing) + `"`)
	e.typed("three lemons")
	e.s.Generate()
	e.finish()
	if len(e.clicks) != 1 || e.inputs[0].Drawing != nil ||
		!strings.Contains(e.s.notices.text.Text(), "cannot be restored") {
		t.Errorf("%d clicks, said %q", len(e.clicks), e.s.notices.text.Text())
	}
}
