package order

import (
	"image"
	"slices"
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/cast"
)

func castForm(prompt string, own ...Slot) (Form, Env) {
	f := New()
	f.Kind = db.EditImage
	f.Edit.Prompt = prompt
	copy(f.Edit.Pictures[:], own)
	env := Env{Cast: Cast{Entries: []cast.Entry{
		{Name: "Mara", Kind: cast.Person, Words: "a {woman|x}", Pictures: []string{"m1", "m2"}},
		{Name: "Harbour", Kind: cast.Place, Words: "stone", Pictures: []string{"h1"}},
		{Name: "dusk", Kind: cast.Look, Words: "warm"},
	}, Pictures: map[string]Slot{
		"m1": {Asset: "m1", File: "m1.png", URL: "https://img.example.com/m1", Width: 8, Height: 8},
		"m2": {Asset: "m2", File: "m2.png", URL: "https://img.example.com/m2", Width: 8, Height: 8},
	}}}
	return f, env
}

func TestMentionedPicturesFollowThoseOfTheForm(t *testing.T) {
	f, env := castForm("@Mara {smiles|waits}", Slot{}, Slot{URL: "https://img.example.com/own"})
	o, problems := f.Build(env)
	if len(problems) > 0 || len(o.Requests) != 2 || len(o.Cast) != 2 || len(o.Sheet) > 0 {
		t.Fatalf("%+v %+v", o, problems)
	}
	edit := o.Requests[1].(client.EditRequest)
	want := []string{"https://img.example.com/own", "https://img.example.com/m1", "https://img.example.com/m2"}
	if !slices.Equal(edit.ImageURLs, want) || edit.Prompt != "Mara (pictures 2 and 3): a {woman|x}. Mara waits" {
		t.Errorf("%q %q", edit.ImageURLs, edit.Prompt)
	}
	if w, _ := edit.InputSize(2); w != 8 {
		t.Errorf("the size of the third picture is %d", w)
	}
}

func TestPicturesWithoutAddressLieOnOneSheet(t *testing.T) {
	f, env := castForm("@Mara", Slot{File: "/tmp/own.png", Width: 4, Height: 4})
	o, problems := f.Build(env)
	edit := o.Requests[0].(client.EditRequest)
	w, h := edit.InputSize(0)
	if len(problems) > 0 || len(o.Sheet) != 3 || len(edit.ImageURLs) > 0 || w < 1000 || h < 1000 {
		t.Errorf("%+v %+v, %d x %d", o, problems, w, h)
	}
	env.Hosting = true
	if o, problems = f.Build(env); len(problems) > 0 || len(o.Sheet) > 0 || len(o.Uploads) != 1 || len(o.Linked) != 2 {
		t.Errorf("hosted: %+v %+v", o, problems)
	}
	f.Edit.Prompt = "no mention"
	f.Edit.Pictures[1] = Slot{File: "/tmp/other.png"}
	env.Hosting = false
	if o, problems = f.Build(env); len(problems) == 0 || len(o.Sheet) > 0 {
		t.Errorf("pictures without a mention: %+v", o)
	}
}

func TestProblemsOfMentions(t *testing.T) {
	for _, c := range []struct {
		prompt string
		kind   db.JobKind
		want   string
	}{
		{"@Harbour", db.EditImage, CastGone("Harbour")},
		{"@Harbour", db.TextToVideo, ""},
		{"{@Mara|@dusk}", db.EditImage, MsgCastVaries},
		{"{@Mara|@dusk}", db.TextToImage, ""},
		{"@Mara, @dusk", db.EditImage, ""},
	} {
		f, env := castForm(c.prompt)
		f.Kind = c.kind
		f.SetPrompt(c.prompt)
		_, problems := f.Build(env)
		found := slices.ContainsFunc(problems, func(p client.ValidationError) bool {
			return p.Field == FieldPrompt && p.Message == c.want
		})
		if c.want == "" && len(problems) > 0 || c.want != "" && !found {
			t.Errorf("%s of %s: %+v", c.prompt, c.kind, problems)
		}
	}
	f, env := castForm("@Mara")
	for i := range 15 {
		f.Edit.Pictures[i] = Slot{URL: "https://img.example.com/" + strings.Repeat("x", i+1)}
	}
	_, problems := f.Build(env)
	if !slices.Contains(problems, client.ValidationError{Field: FieldPrompt, Message: MsgCastTooMany}) {
		t.Errorf("17 pictures: %+v", problems)
	}
	if name, ok := CastGoneName(CastGone("Mara")); !ok || name != "Mara" {
		t.Errorf("%q", name)
	}
}

// Pictures of a sheet lie inside of it, below their numbers, and do not overlap.
func TestSheetLayoutKeepsPicturesApart(t *testing.T) {
	for n := 1; n <= MaxEditPictures; n++ {
		l := NewSheetLayout(n)
		if l.Size.X > sheetSide || l.Size.Y > sheetSide+4*sheetNumber+2*sheetGap || len(l.Cells) != n {
			t.Errorf("%d pictures: %v", n, l.Size)
		}
		all := append(slices.Clone(l.Cells), l.Numbers...)
		for i, r := range all {
			if !r.In(image.Rectangle{Max: l.Size}) || r.Empty() {
				t.Errorf("%d pictures: %v is outside of %v", n, r, l.Size)
			}
			for _, other := range all[:i] {
				if r.Overlaps(other) {
					t.Errorf("%d pictures: %v overlaps %v", n, r, other)
				}
			}
		}
	}
	for _, size := range []image.Point{{1, 10000}, {10000, 1}, {0, 0}, {3, 3}, {16384, 16384}} {
		cell := image.Rect(10, 10, 110, 110)
		if at := FitCell(cell, size); !at.In(cell) || at.Empty() {
			t.Errorf("a picture of %v is at %v", size, at)
		}
	}
}
