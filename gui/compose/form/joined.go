package form

// Joined returns the form of the last session with what was put into this one since a first start: the kind that a person
// chose stays in front, what was typed is added to what is there, and a picture takes the slot that it was put into. The
// drafts of the last session come a moment after the window, and a click in that moment must send what is in sight.
func (f Form) Joined(last Form) Form {
	first := New()
	if f.Kind != first.Kind {
		last.Kind = f.Kind
	}
	last.SetPrompt(lines(last.Prompt(), f.Prompt()))
	f.SetPrompt("")
	for _, typed := range []struct {
		into *string
		text string
	}{
		{&last.Text.Prompt, f.Text.Prompt}, {&last.Frames.Prompt, f.Frames.Prompt},
		{&last.Image.Prompt, f.Image.Prompt}, {&last.Edit.Prompt, f.Edit.Prompt},
	} {
		*typed.into = lines(*typed.into, typed.text)
	}
	for _, place := range []int{FirstFrame, LastFrame} {
		if s := *f.Frames.Slot(place); !s.Empty() {
			*last.Frames.Slot(place) = s
		}
	}
	if inputs := f.Edit.Inputs(); len(inputs) > 0 {
		last.Edit.Pictures = [MaxEditPictures]Slot{}
		last.Edit.Add(inputs...)
	}
	last.Edit.Canvas = f.Edit.Canvas
	return last
}

// lines puts one text under another; either may be empty.
func lines(above, below string) string {
	if above == "" || below == "" {
		return above + below
	}
	return above + "\n" + below
}
