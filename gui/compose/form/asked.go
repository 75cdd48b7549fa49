package form

import "viviscope/db"

// Asked returns what a person asks for with the kind in front, and nothing else: not what the other kinds hold, not what
// looking at pictures found out, and not what is done for one click. Two forms that are equal by it are one wish, also where
// the lives of links or the pixels of pictures became known in between.
func (f Form) Asked() Form {
	a := Form{Kind: f.Kind}
	switch f.Kind {
	case db.TextToVideo:
		a.Text = f.Text
	case db.FramesToVideo:
		a.Frames = f.Frames
	case db.TextToImage:
		a.Image = f.Image
	case db.EditImage:
		a.Edit = f.Edit
	}
	for _, s := range []*Slot{&a.Frames.First, &a.Frames.Last} {
		s.forget()
	}
	for i := range a.Edit.Pictures {
		a.Edit.Pictures[i].forget()
	}
	c := &a.Edit.Canvas
	c.Link, c.Dies, c.SourceWidth, c.SourceHeight = "", 0, 0, 0
	a.Edit.AsItWas = false
	return a
}

// forget leaves out what looking at the picture found out.
func (s *Slot) forget() { s.Dies, s.Width, s.Height = 0, 0, 0 }
