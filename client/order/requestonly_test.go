package order

import (
	"testing"

	"viviscope/db"
)

// RequestOnly changes with the user's choices for the current kind, and not with measured properties.
func TestRequestOnlyIgnoresMeasurements(t *testing.T) {
	base := func(kind db.JobKind) Form {
		f := New()
		f.Kind = kind
		f.Frames.First = Slot{URL: "https://example.com/a.png"}
		f.Edit.Pictures[0] = Slot{URL: "https://example.com/b.png"}
		f.Edit.Canvas = Canvas{Open: true, Asset: "8f2c", Width: 80, Height: 60, Marks: 2}
		return f
	}
	for _, c := range []struct {
		name   string
		kind   db.JobKind
		change func(*Form)
		same   bool
	}{
		{"nothing", db.TextToVideo, func(*Form) {}, true},
		{"the prompt", db.TextToVideo, func(f *Form) { f.Text.Prompt = "boats" }, false},
		{"the model", db.TextToVideo, func(f *Form) { f.Text.Model = "clip-2.5" }, false},
		{"the clips", db.TextToVideo, func(f *Form) { f.Text.Clips++ }, false},
		{"the seed", db.TextToVideo, func(f *Form) { f.Text.Seed.Text = "4" }, false},
		{"the kind", db.TextToVideo, func(f *Form) { f.Kind = db.TextToImage }, false},
		{"another kind's draft", db.TextToVideo, func(f *Form) {
			f.Image.Prompt = "a bowl"
			f.Edit.Canvas.Marks++
		}, true},
		{"a frame", db.FramesToVideo, func(f *Form) { f.Frames.First.URL = "https://example.com/c.png" }, false},
		{"pixels of a frame", db.FramesToVideo, func(f *Form) {
			f.Frames.First.Width, f.Frames.First.Height = 640, 480
		}, true},
		{"the life of its link", db.FramesToVideo, func(f *Form) { f.Frames.First.Dies = 1 }, true},
		{"a picture", db.EditImage, func(f *Form) { f.Edit.Pictures[1].File = "a.png" }, false},
		{"pixels of a picture", db.EditImage, func(f *Form) { f.Edit.Pictures[0].Width = 640 }, true},
		{"a mark", db.EditImage, func(f *Form) { f.Edit.Canvas.Marks++ }, false},
		{"a crop", db.EditImage, func(f *Form) { f.Edit.Canvas.Width = 40 }, false},
		{"the link of the picture below", db.EditImage, func(f *Form) {
			f.Edit.Canvas.Link, f.Edit.Canvas.Dies = "https://example.com/d.png", 1
		}, true},
		{"for one click", db.EditImage, func(f *Form) { f.Edit.WithoutMarks = true }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := base(c.kind)
			c.change(&f)
			if same := f.RequestOnly() == base(c.kind).RequestOnly(); same != c.same {
				t.Errorf("the same: %v", same)
			}
		})
	}
}
