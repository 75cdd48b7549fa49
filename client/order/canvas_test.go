package order_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
)

const (
	canvasLink = "https://img.gateway.net/canvas.png?Signature=%2Bx"
	otherLink  = "https://img.gateway.net/other.png"
)

// onCanvas is a picture of 1200 by 900 with a link that lives.
func onCanvas() order.Canvas {
	return order.Canvas{Open: true, Asset: "8f2c", Link: canvasLink, Dies: now.Add(time.Hour).UnixMilli(), Width: 1200,
		Height: 900}
}

// marked is the same, cropped and with four marks.
func marked() order.Canvas {
	c := onCanvas()
	c.Width, c.Height, c.Marks, c.Changed = 800, 600, 4, true
	c.SourceWidth, c.SourceHeight = 1200, 900
	return c
}

func TestEditSendsCanvas(t *testing.T) {
	linkless, dead, dying, near, sheet, cropped := onCanvas(), onCanvas(), onCanvas(), onCanvas(), marked(), marked()
	linkless.Link = ""
	dead.Dies = now.UnixMilli()
	dying.Dies = now.Add(time.Minute).UnixMilli()
	near.Link = "http://127.0.0.1:1/a.png"
	sheet.Asset, sheet.Link = "", ""
	cropped.Marks = 0
	deadMarked := marked()
	deadMarked.Dies = now.UnixMilli()
	link, file := order.Slot{URL: otherLink}, order.Slot{File: "/home/me/b.png"}
	asset := []order.Upload{{Asset: "8f2c"}}

	for name, c := range map[string]struct {
		canvas       order.Canvas
		withoutMarks bool
		beside       []order.Slot
		hosting      bool

		links   []string // "" is hosted first
		uploads []order.Upload
		linked  []order.Upload
		baked   bool
		file    bool // the asset's own bytes go along
		size    string
		refused string
	}{
		"as it is, with a link": {canvas: onCanvas(), links: []string{canvasLink}, linked: asset,
			size: "1200x900"},
		"as it is, without a link":   {canvas: linkless, file: true, size: "1200x900"},
		"as it is, with a dead link": {canvas: dead, file: true, size: "1200x900"},
		"a link with a minute left":  {canvas: dying, file: true, size: "1200x900"},
		"a link of this computer":    {canvas: near, file: true, size: "1200x900"},
		"as it is, beside a link": {canvas: onCanvas(), beside: []order.Slot{link},
			links: []string{canvasLink, otherLink}, linked: asset, size: "1200x900"},
		"a minute left, beside a link": {canvas: dying, beside: []order.Slot{link},
			links: []string{canvasLink, otherLink}, linked: asset, size: "1200x900"},
		"as it is, beside a file, hosted": {canvas: onCanvas(), beside: []order.Slot{link, file}, hosting: true,
			links: []string{canvasLink, otherLink, ""}, linked: asset,
			uploads: []order.Upload{{Slot: 2, File: "/home/me/b.png"}}, size: "1200x900"},
		"as it is, beside a file": {canvas: onCanvas(), beside: []order.Slot{file},
			refused: order.MsgEditMixed},
		"no link, beside a link, hosted": {canvas: linkless, beside: []order.Slot{link}, hosting: true,
			links: []string{"", otherLink}, uploads: asset, size: "1200x900"},
		"no link, beside a link": {canvas: linkless, beside: []order.Slot{link}, refused: order.MsgCanvasFile},
		"dead, beside a link":    {canvas: dead, beside: []order.Slot{link}, refused: order.MsgCanvasFile},
		"marked":                 {canvas: marked(), baked: true, size: "800x600"},
		"marked, with hosting":   {canvas: marked(), hosting: true, baked: true, size: "800x600"},
		"cropped":                {canvas: cropped, baked: true, size: "800x600"},
		"marked, beside a link": {canvas: marked(), beside: []order.Slot{link},
			refused: order.MsgCanvasDrawn},
		"marked, beside a file": {canvas: marked(), beside: []order.Slot{file},
			refused: order.MsgCanvasDrawn},
		"marked, beside a link, hosted": {canvas: marked(), beside: []order.Slot{link}, hosting: true, baked: true,
			links: []string{"", otherLink}, size: "800x600"},
		"marked, beside a file, hosted": {canvas: marked(), beside: []order.Slot{file}, hosting: true, baked: true,
			links: []string{"", ""}, uploads: []order.Upload{{Slot: 1, File: "/home/me/b.png"}}, size: "800x600"},
		"without its marks": {canvas: marked(), withoutMarks: true, links: []string{canvasLink},
			linked: asset, size: "1200x900"},
		"without its marks, as a file": {canvas: deadMarked, withoutMarks: true, file: true, size: "1200x900"},
		"without its marks, and a link": {canvas: marked(), withoutMarks: true, beside: []order.Slot{link},
			links: []string{canvasLink, otherLink}, linked: asset, size: "1200x900"},
		"an empty sheet":                 {canvas: sheet, baked: true, size: "800x600"},
		"an empty sheet has no original": {canvas: sheet, withoutMarks: true, baked: true, size: "800x600"},
		"nothing":                        {refused: client.MsgEditImageRequired},
		"nothing, and a link":            {beside: []order.Slot{link}, links: []string{otherLink}},
		"nothing, and a file":            {beside: []order.Slot{file}, file: true},
	} {
		t.Run(name, func(t *testing.T) {
			f := order.New()
			f.Kind, f.Edit.Prompt, f.Edit.Clips = db.EditImage, "three lemons", 2
			f.Edit.Canvas, f.Edit.WithoutMarks = c.canvas, c.withoutMarks
			copy(f.Edit.Pictures[3:], c.beside)
			env := order.Env{Now: now, Hosting: c.hosting}
			o, problems := f.Build(env)
			if c.refused != "" {
				if len(problems) != 1 || problems[0].Message != c.refused || !order.Priceable(problems) {
					t.Errorf("%v, want %q", problems, c.refused)
				}
				return
			}
			if len(problems) > 0 || len(ordertest.Edits(o.Requests)) != 2 {
				t.Fatalf("%v, %d requests", problems, len(ordertest.Edits(o.Requests)))
			}
			for _, r := range ordertest.Edits(o.Requests) {
				if !slices.Equal(r.ImageURLs, c.links) || r.Size != c.size {
					t.Errorf("links %q, size %q", r.ImageURLs, r.Size)
				}
				// As it leaves: each place has its link, or the file is there.
				for i, u := range r.ImageURLs {
					if u == "" {
						r.ImageURLs[i] = "https://bucket.example.com/a.png"
					}
				}
				if len(r.ImageURLs) == 0 {
					r.Image = []byte("picture")
				}
				if err := r.Validate(); err != nil {
					t.Errorf("the rules of the service: %v", err)
				}
			}
			if o.Baked != c.baked || (o.Picture != order.Upload{}) != c.file {
				t.Errorf("baked %v, picture %+v", o.Baked, o.Picture)
			}
			if c.file && c.canvas.Open && o.Picture != (order.Upload{Asset: "8f2c"}) {
				t.Errorf("picture %+v", o.Picture)
			}
			if diff := cmp.Diff(c.uploads, o.Uploads) + cmp.Diff(c.linked, o.Linked); diff != "" {
				t.Error(diff)
			}
			priced := ordertest.Edits(o.Requests)[0]
			if w, h, err := client.ParseSize(c.size); err == nil &&
				!cmp.Equal(priced.InputSizes[:1], [][2]int{{w, h}}) {
				t.Errorf("priced for %v", priced.InputSizes)
			}
		})
	}
}

func TestEditSizeFollowsCanvas(t *testing.T) {
	f := order.New()
	f.Kind, f.Edit.Prompt = db.EditImage, "more sky"
	for _, c := range []struct {
		w, h int
		want string
	}{{1200, 900, "1200x900"}, {3840, 3840, "3840x3840"}, {3000, 9, "3000x16"}, {5000, 2500, "3840x1920"}, {0, 0, ""}} {
		f.Edit.Canvas = marked()
		f.Edit.Canvas.Width, f.Edit.Canvas.Height = c.w, c.h
		f.Edit.SetPreset(order.AsPicture)
		if got := f.Edit.Size(); got != c.want {
			t.Errorf("%d by %d: %q, want %q", c.w, c.h, got, c.want)
		}
	}
	f.Edit.Canvas = marked()
	f.Edit.FreeSize, f.Edit.Width, f.Edit.Height = true, "3841", "100"
	if _, problems := f.Build(order.Env{Now: now}); len(problems) != 1 || problems[0].Field != order.FieldSize {
		t.Errorf("over the limit: %v", problems)
	}
	if o, ok := f.Edit.SuggestSize(); !ok || o.Width != "3840" {
		t.Errorf("offered %+v", o)
	}
}

func TestCanvasCountsTowardsPictureLimit(t *testing.T) {
	f := order.New()
	f.Kind, f.Edit.Prompt, f.Edit.Canvas = db.EditImage, "all of them", onCanvas()
	for i := range f.Edit.Pictures {
		f.Edit.Pictures[i] = order.Slot{URL: otherLink}
	}
	if _, problems := f.Build(order.Env{Now: now}); len(problems) != 1 || problems[0].Message != order.MsgTooMany {
		t.Errorf("17 pictures: %v", problems)
	}
	f.Edit.Remove(3)
	if o, problems := f.Build(order.Env{Now: now}); len(problems) > 0 ||
		len(ordertest.Edits(o.Requests)[0].ImageURLs) != order.MaxEditPictures {
		t.Errorf("16 pictures: %v", problems)
	}
}

// The canvas has a session of its own: no draft brings it, and none takes it away.
func TestDraftOmitsCanvas(t *testing.T) {
	f := order.New()
	f.Kind, f.Edit.Prompt, f.Edit.Canvas, f.Edit.WithoutMarks = db.EditImage, "x", marked(), true
	if raw := string(kept(f)); strings.Contains(raw, "8f2c") || strings.Contains(raw, "Canvas") ||
		strings.Contains(raw, "WithoutMarks") {
		t.Error(raw)
	}
	if got := f.Cleared(); got.Edit.Canvas != marked() || got.Edit.Prompt != "" {
		t.Errorf("emptied: %+v", got.Edit.Canvas)
	}
	if got := f.MergedInto(order.New()); got.Edit.Canvas != marked() || len(got.Edit.Inputs()) != 0 {
		t.Errorf("joined: %+v", got.Edit)
	}
	got, err := f.Recall(db.Job{Kind: db.EditImage,
		Request: []byte(`{"model":"genimage-2.5-flare","prompt":"y","image_urls":["https://a.net/b"]}`)},
		order.RecallAll)
	if err != nil || got.Edit.Canvas != marked() || got.Edit.Prompt != "y" || len(got.Edit.Inputs()) != 1 {
		t.Errorf("recalled: %+v, %v", got.Edit.Canvas, err)
	}
}

// A drawing is in the stored file, not in the asset below. A recalled job sends the file, and a job that replaces it
// stores the same input.
func TestRecallRestoresMarkedPicture(t *testing.T) {
	file := "inputs/" + strings.Repeat("ab", 32) + ".png"
	marks := []byte(`{"marks":[1]}`)
	want := []db.Input{{Asset: "8f2c", Drawing: marks}, {Asset: "cd34", Part: true}}
	along := db.Job{Kind: db.EditImage, InputPath: file,
		Request: []byte(`{"model":"genimage-2.5-flare","prompt":"y","size":"640x360"}`),
		Inputs:  []byte(`[{"place":0,"asset":"8f2c","width":8,"height":6,"drawing":{"marks":[1]}},{"place":0,"asset":"cd34","part":true}]`)}
	hosted := db.Job{Kind: db.EditImage,
		Request: []byte(`{"model":"genimage-2.5-flare","prompt":"y","image_urls":["https://bucket.example.com/gone.png","` + otherLink + `"]}`),
		Inputs: []byte(`[{"place":0,"asset":"8f2c","width":8,"height":6,"file":"` + file +
			`","link":"https://bucket.example.com/gone.png","drawing":{"marks":[1]}},{"place":0,"asset":"cd34","part":true},{"place":1,"asset":"ef56"}]`)}
	env := order.Env{Now: now, Hosting: true}
	for name, job := range map[string]db.Job{"as the file": along, "hosted": hosted} {
		f, err := order.New().Recall(job, order.RecallAll)
		if err != nil {
			t.Fatal(err)
		}
		o, problems := f.Build(env)
		if again, err := o.WithStoredInputs(job); err != nil || len(problems) > 0 ||
			!cmp.Equal(again.StoredInputs, want) {
			t.Errorf("%s: %v, %v, kept %+v", name, problems, err, again.StoredInputs)
		}
		f.Edit.Pictures[0] = order.Slot{File: "/home/me/b.png"}
		o, _ = f.Build(env)
		if again, err := o.WithStoredInputs(job); err != nil || len(again.StoredInputs) > 0 {
			t.Errorf("%s, another picture: kept %+v, %v", name, again.StoredInputs, err)
		}
		other, err := order.OtherModelOrder(job, env)
		if err != nil || !cmp.Equal(other.StoredInputs, want) ||
			!cmp.Equal(ordertest.Edits(other.Requests)[0].InputSizes, [][2]int{{8, 6}}) {
			t.Errorf("%s, the other: %+v, %v", name, other, err)
		}
		if name == "as the file" && (o.Uploads != nil || other.Picture != (order.Upload{File: file})) {
			t.Errorf("%s: %+v", name, other.Picture)
		}
		if name == "hosted" && (ordertest.Edits(other.Requests)[0].ImageURLs[0] != "" ||
			!cmp.Equal(other.Uploads, []order.Upload{{File: file}}) ||
			!cmp.Equal(other.Linked, []order.Upload{{Slot: 1, Asset: "ef56"}})) {
			t.Errorf("%s: %+v", name, other)
		}
	}
}

func TestDrawnReportsStoredDrawing(t *testing.T) {
	for inputs, want := range map[string]bool{
		"": false, "[]": false, "{": false,
		`[{"place":0,"drawing":{}}]`:             true,
		`[{"place":0,"asset":"8f2c"}]`:           false,
		`[{"place":1,"drawing":{}}]`:             false,
		`[{"place":0,"part":true,"drawing":{}}]`: false,
	} {
		if got := order.Drawn(db.Job{Inputs: []byte(inputs)}); got != want {
			t.Errorf("%s: %v", inputs, got)
		}
	}
}
