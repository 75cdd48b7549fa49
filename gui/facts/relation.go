package facts

import (
	"viviscope/db"
	"viviscope/gui/lang"
)

// Relation is how a group of relatives belongs to an asset.
type Relation int

// The relations, in the order in which they are shown.
const (
	MadeFrom    Relation = iota // what stood in its request
	GivenFrames                 // of a clip: the frames in its request
	SavedFrom                   // of an imported picture: what it was saved out of
	EditedInto                  // edits that it stood in
	FrameIn                     // clips that it is a frame of
	TakenFrom                   // what was saved out of it
	SameClick                   // what else the same click made
	SentAgain                   // what the same request made at another time
)

// group is the relatives of one relation; there is at least one.
type group struct {
	relation Relation
	kin      []db.Kin
}

// groupsOf parts the family of an asset.
func groupsOf(a db.Asset, f db.Family) (groups []group) {
	from := MadeFrom
	switch {
	case a.Kind == db.Clip:
		from = GivenFrames
	case a.JobID == 0:
		from = SavedFrom
	}
	for _, g := range []group{{from, f.MadeFrom}, {EditedInto, f.EditedInto}, {FrameIn, f.FrameIn}, {TakenFrom, f.TakenFrom},
		{SameClick, f.Variations}, {SentAgain, f.Resends}} {
		if len(g.kin) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// title is the word over a group.
func (r Relation) title() string {
	switch r {
	case GivenFrames:
		return lang.L("Frames it was given")
	case SavedFrom:
		return lang.L("Taken from")
	case EditedInto:
		return lang.L("Edited into")
	case FrameIn:
		return lang.L("Used as a frame in")
	case TakenFrom:
		return lang.L("Taken from it")
	case SameClick:
		return lang.L("Of the same click")
	case SentAgain:
		return lang.L("Sent again")
	}
	return lang.L("Made from")
}

// corner is the word on the picture of a relative: which frame it is; "" where it is none.
func (r Relation) corner(k db.Kin) string {
	switch {
	case r != GivenFrames && r != FrameIn:
		return ""
	case k.Place == 1:
		return lang.X("frame", "last")
	}
	return lang.X("frame", "first")
}
