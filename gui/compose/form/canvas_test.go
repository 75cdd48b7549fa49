package form_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/compose/form/formtest"
)

const (
	canvasLink = "https://img.gateway.net/canvas.png?Signature=%2Bx"
	otherLink  = "https://img.gateway.net/other.png"
)

// onCanvas is a picture of 1200 by 900 with a link that lives.
func onCanvas() form.Canvas {
	return form.Canvas{Open: true, Asset: "8f2c", Link: canvasLink, Dies: now.Add(time.Hour).UnixMilli(), Width: 1200, Height: 900}
}

// marked is the same, cropped and with four marks.
func marked() form.Canvas {
	c := onCanvas()
	c.Width, c.Height, c.Marks, c.Changed = 800, 600, 4, true
	c.SourceWidth, c.SourceHeight = 1200, 900
	return c
}

func TestWhatIsOnTheCanvasIsWhatIsEdited(t *testing.T) {
	linkless, dead, dying, near, sheet, cropped := onCanvas(), onCanvas(), onCanvas(), onCanvas(), marked(), marked()
	linkless.Link = ""
	dead.Dies = now.UnixMilli()
	dying.Dies = now.Add(time.Minute).UnixMilli()
	near.Link = "http://127.0.0.1:1/a.png"
	sheet.Asset, sheet.Link = "", ""
	cropped.Marks = 0
	deadMarked := marked()
	deadMarked.Dies = now.UnixMilli()
	link, file := form.Slot{URL: otherLink}, form.Slot{File: "/home/me/b.png"}
	asset := []form.Upload{{Asset: "8f2c"}}

	for name, c := range map[string]struct {
		canvas       form.Canvas
		withoutMarks bool
		beside       []form.Slot
		hosting      bool

		links   []string // "" is hosted first
		uploads []form.Upload
		linked  []form.Upload
		baked   bool
		file    bool // the asset's own bytes go along
		size    string
		refused string
	}{
		"as it is, with a link":           {canvas: onCanvas(), links: []string{canvasLink}, linked: asset, size: "1200x900"},
		"as it is, without a link":        {canvas: linkless, file: true, size: "1200x900"},
		"as it is, with a dead link":      {canvas: dead, file: true, size: "1200x900"},
		"a link with a minute left":       {canvas: dying, file: true, size: "1200x900"},
		"a link of this computer":         {canvas: near, file: true, size: "1200x900"},
		"as it is, beside a link":         {canvas: onCanvas(), beside: []form.Slot{link}, links: []string{canvasLink, otherLink}, linked: asset, size: "1200x900"},
		"a minute left, beside a link":    {canvas: dying, beside: []form.Slot{link}, links: []string{canvasLink, otherLink}, linked: asset, size: "1200x900"},
		"as it is, beside a file, hosted": {canvas: onCanvas(), beside: []form.Slot{link, file}, hosting: true, links: []string{canvasLink, otherLink, ""}, linked: asset, uploads: []form.Upload{{Slot: 2, File: "/home/me/b.png"}}, size: "1200x900"},
		"as it is, beside a file":         {canvas: onCanvas(), beside: []form.Slot{file}, refused: form.MsgEditMixed},
		"no link, beside a link, hosted":  {canvas: linkless, beside: []form.Slot{link}, hosting: true, links: []string{"", otherLink}, uploads: asset, size: "1200x900"},
		"no link, beside a link":          {canvas: linkless, beside: []form.Slot{link}, refused: form.MsgCanvasFile},
		"dead, beside a link":             {canvas: dead, beside: []form.Slot{link}, refused: form.MsgCanvasFile},
		"marked":                          {canvas: marked(), baked: true, size: "800x600"},
		"marked, with hosting":            {canvas: marked(), hosting: true, baked: true, size: "800x600"},
		"cropped":                         {canvas: cropped, baked: true, size: "800x600"},
		"marked, beside a link":           {canvas: marked(), beside: []form.Slot{link}, refused: form.MsgCanvasDrawn},
		"marked, beside a file":           {canvas: marked(), beside: []form.Slot{file}, refused: form.MsgCanvasDrawn},
		"marked, beside a link, hosted":   {canvas: marked(), beside: []form.Slot{link}, hosting: true, baked: true, links: []string{"", otherLink}, size: "800x600"},
		"marked, beside a file, hosted":   {canvas: marked(), beside: []form.Slot{file}, hosting: true, baked: true, links: []string{"", ""}, uploads: []form.Upload{{Slot: 1, File: "/home/me/b.png"}}, size: "800x600"},
		"without its marks":               {canvas: marked(), withoutMarks: true, links: []string{canvasLink}, linked: asset, size: "1200x900"},
		"without its marks, as a file":    {canvas: deadMarked, withoutMarks: true, file: true, size: "1200x900"},
		"without its marks, and a link":   {canvas: marked(), withoutMarks: true, beside: []form.Slot{link}, links: []string{canvasLink, otherLink}, linked: asset, size: "1200x900"},
		"an empty sheet":                  {canvas: sheet, baked: true, size: "800x600"},
		"an empty sheet has no original":  {canvas: sheet, withoutMarks: true, baked: true, size: "800x600"},
		"nothing":                         {refused: client.MsgEditImageRequired},
		"nothing, and a link":             {beside: []form.Slot{link}, links: []string{otherLink}},
		"nothing, and a file":             {beside: []form.Slot{file}, file: true},
	} {
		t.Run(name, func(t *testing.T) {
			f := form.New()
			f.Kind, f.Edit.Prompt, f.Edit.Clips = db.EditImage, "three lemons", 2
			f.Edit.Canvas, f.Edit.WithoutMarks = c.canvas, c.withoutMarks
			copy(f.Edit.Pictures[3:], c.beside)
			env := form.Env{Now: now, Hosting: c.hosting}
			order, problems := f.Build(env)
			if c.refused != "" {
				if len(problems) != 1 || problems[0].Message != c.refused || !form.Priceable(problems) {
					t.Errorf("%v, want %q", problems, c.refused)
				}
				return
			}
			if len(problems) > 0 || len(formtest.Edits(order.Requests)) != 2 {
				t.Fatalf("%v, %d requests", problems, len(formtest.Edits(order.Requests)))
			}
			for _, r := range formtest.Edits(order.Requests) {
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
			if order.Baked != c.baked || (order.Picture != form.Upload{}) != c.file {
				t.Errorf("baked %v, picture %+v", order.Baked, order.Picture)
			}
			if c.file && c.canvas.Open && order.Picture != (form.Upload{Asset: "8f2c"}) {
				t.Errorf("picture %+v", order.Picture)
			}
			if diff := cmp.Diff(c.uploads, order.Uploads) + cmp.Diff(c.linked, order.Linked); diff != "" {
				t.Error(diff)
			}
			priced := formtest.Edits(order.Requests)[0]
			if w, h, err := client.ParseSize(c.size); err == nil && !cmp.Equal(priced.InputSizes[:1], [][2]int{{w, h}}) {
				t.Errorf("priced for %v", priced.InputSizes)
			}
		})
	}
}

func TestAnEditIsAsLargeAsItsCanvas(t *testing.T) {
	f := form.New()
	f.Kind, f.Edit.Prompt = db.EditImage, "more sky"
	for _, c := range []struct {
		w, h int
		want string
	}{{1200, 900, "1200x900"}, {3840, 3840, "3840x3840"}, {3000, 9, "3000x16"}, {5000, 2500, "3840x1920"}, {0, 0, ""}} {
		f.Edit.Canvas = marked()
		f.Edit.Canvas.Width, f.Edit.Canvas.Height = c.w, c.h
		f.Edit.SetPreset(form.AsPicture)
		if got := f.Edit.Size(); got != c.want {
			t.Errorf("%d by %d: %q, want %q", c.w, c.h, got, c.want)
		}
	}
	f.Edit.Canvas = marked()
	f.Edit.FreeSize, f.Edit.Width, f.Edit.Height = true, "3841", "100"
	if _, problems := f.Build(form.Env{Now: now}); len(problems) != 1 || problems[0].Field != form.FieldSize {
		t.Errorf("over the limit: %v", problems)
	}
	if o, ok := f.Edit.Offer(); !ok || o.Width != "3840" {
		t.Errorf("offered %+v", o)
	}
}

func TestTheCanvasCountsAmongThePictures(t *testing.T) {
	f := form.New()
	f.Kind, f.Edit.Prompt, f.Edit.Canvas = db.EditImage, "all of them", onCanvas()
	for i := range f.Edit.Pictures {
		f.Edit.Pictures[i] = form.Slot{URL: otherLink}
	}
	if _, problems := f.Build(form.Env{Now: now}); len(problems) != 1 || problems[0].Message != form.MsgTooMany {
		t.Errorf("17 pictures: %v", problems)
	}
	f.Edit.Remove(3)
	if o, problems := f.Build(form.Env{Now: now}); len(problems) > 0 || len(formtest.Edits(o.Requests)[0].ImageURLs) != form.MaxEditPictures {
		t.Errorf("16 pictures: %v", problems)
	}
}

// The canvas has a session of its own: no draft brings it, and none takes it away.
func TestTheCanvasIsNoPartOfADraft(t *testing.T) {
	f := form.New()
	f.Kind, f.Edit.Prompt, f.Edit.Canvas, f.Edit.WithoutMarks = db.EditImage, "x", marked(), true
	if raw := string(kept(f)); strings.Contains(raw, "8f2c") || strings.Contains(raw, "Canvas") || strings.Contains(raw, "WithoutMarks") {
		t.Error(raw)
	}
	if got := f.Emptied(); got.Edit.Canvas != marked() || got.Edit.Prompt != "" {
		t.Errorf("emptied: %+v", got.Edit.Canvas)
	}
	if got := f.Joined(form.New()); got.Edit.Canvas != marked() || len(got.Edit.Inputs()) != 0 {
		t.Errorf("joined: %+v", got.Edit)
	}
	got, err := f.Recall(db.Job{Kind: db.EditImage, Request: []byte(`{"model":"genimage-2.5-flare","prompt":"y","image_urls":["https://a.net/b"]}`)}, form.RecallAll)
	if err != nil || got.Edit.Canvas != marked() || got.Edit.Prompt != "y" || len(got.Edit.Inputs()) != 1 {
		t.Errorf("recalled: %+v, %v", got.Edit.Canvas, err)
	}
}

// What was drawn is in the kept file, not in the picture below: a job that comes back sends the file, and a job that takes
// its place says the same of it.
func TestAMarkedPictureComesBackAsItWasSent(t *testing.T) {
	file := "inputs/" + strings.Repeat("ab", 32) + ".png"
	marks := []byte(`{"marks":[1]}`)
	want := []db.Input{{Asset: "8f2c", Drawing: marks}, {Asset: "cd34", Part: true}}
	along := db.Job{Kind: db.EditImage, InputPath: file, Request: []byte(`{"model":"genimage-2.5-flare","prompt":"y","size":"640x360"}`),
		Inputs: []byte(`[{"place":0,"asset":"8f2c","width":8,"height":6,"drawing":{"marks":[1]}},{"place":0,"asset":"cd34","part":true}]`)}
	hosted := db.Job{Kind: db.EditImage, Request: []byte(`{"model":"genimage-2.5-flare","prompt":"y","image_urls":["https://bucket.example.com/gone.png","` + otherLink + `"]}`),
		Inputs: []byte(`[{"place":0,"asset":"8f2c","width":8,"height":6,"file":"` + file + `","link":"https://bucket.example.com/gone.png","drawing":{"marks":[1]}},{"place":0,"asset":"cd34","part":true},{"place":1,"asset":"ef56"}]`)}
	env := form.Env{Now: now, Hosting: true}
	for name, job := range map[string]db.Job{"as the file": along, "hosted": hosted} {
		f, err := form.New().Recall(job, form.RecallAll)
		if err != nil {
			t.Fatal(err)
		}
		order, problems := f.Build(env)
		if again, err := order.Again(job); err != nil || len(problems) > 0 || !cmp.Equal(again.Kept, want) {
			t.Errorf("%s: %v, %v, kept %+v", name, problems, err, again.Kept)
		}
		f.Edit.Pictures[0] = form.Slot{File: "/home/me/b.png"}
		order, _ = f.Build(env)
		if again, err := order.Again(job); err != nil || len(again.Kept) > 0 {
			t.Errorf("%s, another picture: kept %+v, %v", name, again.Kept, err)
		}
		other, err := form.OtherModelOrder(job, env)
		if err != nil || !cmp.Equal(other.Kept, want) || !cmp.Equal(formtest.Edits(other.Requests)[0].InputSizes, [][2]int{{8, 6}}) {
			t.Errorf("%s, the other: %+v, %v", name, other, err)
		}
		if name == "as the file" && (order.Uploads != nil || other.Picture != (form.Upload{File: file})) {
			t.Errorf("%s: %+v", name, other.Picture)
		}
		if name == "hosted" && (formtest.Edits(other.Requests)[0].ImageURLs[0] != "" || !cmp.Equal(other.Uploads, []form.Upload{{File: file}}) || !cmp.Equal(other.Linked, []form.Upload{{Slot: 1, Asset: "ef56"}})) {
			t.Errorf("%s: %+v", name, other)
		}
	}
}

func TestAJobThatDrewSaysSo(t *testing.T) {
	for inputs, want := range map[string]bool{
		"": false, "[]": false, "{": false,
		`[{"place":0,"drawing":{}}]`:             true,
		`[{"place":0,"asset":"8f2c"}]`:           false,
		`[{"place":1,"drawing":{}}]`:             false,
		`[{"place":0,"part":true,"drawing":{}}]`: false,
	} {
		if got := form.Drawn(db.Job{Inputs: []byte(inputs)}); got != want {
			t.Errorf("%s: %v", inputs, got)
		}
	}
}
