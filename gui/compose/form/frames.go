package form

import (
	"math"
	"slices"

	"viviscope/client"
	"viviscope/gui/lang"
)

// Slot returns the slot FirstFrame or LastFrame.
func (d *VideoDraft) Slot(place int) *Slot {
	if place == LastFrame {
		return &d.Last
	}
	return &d.First
}

// Swap exchanges the two frames.
func (d *VideoDraft) Swap() { d.First, d.Last = d.Last, d.First }

// Fill puts pictures into the slots, beginning with the one that they came to. Two fill both, and more than that do not
// fit. It returns how many were taken.
func (d *VideoDraft) Fill(place int, pictures ...Slot) int {
	if len(pictures) > 1 {
		place = FirstFrame
	}
	pictures = pictures[:min(len(pictures), client.MaxReferences-place)]
	for i, p := range pictures {
		*d.Slot(place + i) = p
	}
	return len(pictures)
}

// LastOff says why nothing can be put into the last slot; "" where something can. What is in it stays and can be moved.
func (d VideoDraft) LastOff(env Env) string {
	switch {
	case env.Form.OneFrame():
		return MsgFirstOnly
	case d.First.Empty() && d.Last.Empty():
		return MsgLastOff
	}
	return ""
}

// RatioNote says why the ratio cannot be chosen: with a first frame it follows the picture (interface 2.2). "" where it
// can.
func (d VideoDraft) RatioNote() string {
	switch {
	case d.First.Empty():
		return ""
	case d.First.Width <= 0 || d.First.Height <= 0:
		return lang.L("Follows the first frame")
	}
	ratio := float64(d.First.Width) / float64(d.First.Height)
	return lang.L("Follows the first frame (%s, nearest %s)", lang.Decimal(ratio, 2), nearestRatio(ratio))
}

// NearestRatio returns the ratio of the catalogue that is closest to the first frame's; "" where its size is not known.
func (d VideoDraft) NearestRatio() string {
	if d.First.Empty() || d.First.Width <= 0 || d.First.Height <= 0 {
		return ""
	}
	return nearestRatio(float64(d.First.Width) / float64(d.First.Height))
}

// nearestRatio compares on the scale on which 2:1 is as far from 1:1 as 1:2 is.
func nearestRatio(ratio float64) string {
	of := map[string]float64{"16:9": 16.0 / 9, "9:16": 9.0 / 16, "1:1": 1}
	distance := func(name string) float64 { return math.Abs(math.Log(ratio / of[name])) }
	return slices.MinFunc(client.Ratios(), func(a, b string) int {
		switch x, y := distance(a), distance(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// FrameProblem says what is wrong with the picture in a slot; "" where nothing is, and for an empty one.
func (d VideoDraft) FrameProblem(place int, env Env) string {
	s := *d.Slot(place)
	switch {
	case s.Empty():
		return ""
	case place == LastFrame && env.Form.OneFrame():
		return client.MsgOneImage
	case s.hosted(env):
		return ""
	case s.link() == "":
		return client.MsgReferenceURL // a file
	case !client.IsHTTPURL(s.link()):
		return client.MsgReferenceURL
	case !env.reaches(s.link()):
		return MsgNotPublic
	case s.Dead(env.Now):
		return MsgLinkDead
	}
	return ""
}

// hosted reports whether the picture is put on the person's host before the request leaves: it is on this computer and
// there is a host, and it has no link, or a dead one.
func (s Slot) hosted(env Env) bool {
	return env.Hosting && (s.File != "" || s.Asset != "") && (s.link() == "" || s.Dead(env.Now))
}

// take notes in the order what becomes of a picture that goes by its link, and returns the link; "" where it is to be hosted
// first.
func (o *Order) take(s Slot, place int, env Env) (link string) {
	switch {
	case s.hosted(env):
		o.Uploads = append(o.Uploads, s.upload(place))
		return ""
	case s.Asset != "" && s.link() != "":
		o.Linked = append(o.Linked, s.upload(place))
	}
	return s.link()
}

// frames puts the slots into a request and an order, and says what is wrong with them. A place whose link is not known yet
// holds "".
func (d VideoDraft) frames(env Env, r *client.VideoRequest, o *Order) []client.ValidationError {
	var problems []client.ValidationError
	r.AspectRatio = "" // the ratio follows the picture
	if d.First.Empty() && d.Last.Empty() {
		return []client.ValidationError{{Field: FieldFrames, Message: MsgFirstFrame}}
	}
	slots := []Slot{d.First}
	if !d.Last.Empty() {
		slots = append(slots, d.Last)
	}
	for place, s := range slots {
		r.InputReference = append(r.InputReference, o.take(s, place, env))
		if why := d.FrameProblem(place, env); why != "" {
			problems = append(problems, client.ValidationError{Field: FieldFrames, Message: why})
		}
	}
	return slices.Compact(problems)
}
