package boards

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Problem is a reason why jobs of a click cannot be sent. Cards with the same problem share one.
type Problem struct {
	Kind   ProblemKind
	Cards  []string
	Frame  string    // ID of the keyframe with the problem; "": the card itself
	Rule   string    // the broken rule, as a message of package client
	Err    error     // why a picture cannot be read; nil for other kinds
	Dies   time.Time // when the link of the picture expires
	Begins time.Time // when the first of the jobs would be sent
}

// ProblemKind is the kind of a [Problem]. Its text is part of the interface for other programs.
type ProblemKind string

const (
	Unreachable ProblemKind = "unreachable" // the picture has no link, or its link has expired
	Dying       ProblemKind = "dying"       // its link expires before the job is sent
	Gone        ProblemKind = "gone"        // the picture is in the trash, or not in the library
	OtherRatio  ProblemKind = "other_ratio" // the clip would have another ratio than the board
	Unpriced    ProblemKind = "unpriced"
	Waits       ProblemKind = "waits"   // it needs a picture that is neither made nor ordered here
	Broken      ProblemKind = "broken"  // a rule of the service
	Damaged     ProblemKind = "damaged" // the file of the picture, or of the clip before, cannot be read
)

// text returns the broken rule, or why a picture cannot be read.
func (p Problem) text() string {
	if p.Err != nil {
		return p.Err.Error()
	}
	return p.Rule
}

// Message returns the problem in English, for other programs.
func (p Problem) Message() string {
	frame := "keyframe " + p.Frame
	switch p.Kind {
	case Unreachable:
		return frame + " has no address at which the service can fetch its picture, and the profile hosts none"
	case Dying:
		at := p.Dies.UTC().Format(time.RFC3339)
		return fmt.Sprintf("the address of %s dies at %s, before the request would be sent", frame, at)
	case Gone:
		if p.Frame == "" {
			return "the clip before, with whose last frame it begins, is in the trash, or not in the library"
		}
		return "the picture of " + frame + " is in the trash, or not in the library"
	case OtherRatio:
		return frame + " has another ratio than the board"
	case Unpriced:
		return "no price is known"
	case Waits:
		return "what it is made from is neither made nor ordered here: " + cmp.Or(p.Frame, "the shot before")
	case Damaged:
		if p.Frame == "" {
			return "what it begins with cannot be read: " + p.text()
		}
		return "the picture of " + frame + " cannot be read: " + p.text()
	}
	return p.Rule
}

// isSame reports whether two problems are shown as one: they have the same cause, at the same keyframe or card.
func (p Problem) isSame(q Problem) bool {
	return p.Kind == q.Kind && p.Frame == q.Frame && p.text() == q.text() && (p.Frame != "" || p.Cards[0] == q.Cards[0])
}

// withProblem returns all with a problem of one card added. If the same problem exists, the card is added to it.
func withProblem(all []Problem, p Problem) []Problem {
	i := slices.IndexFunc(all, p.isSame)
	if i < 0 {
		return append(all, p)
	}
	if card := p.Cards[0]; !slices.Contains(all[i].Cards, card) {
		all[i].Cards = append(all[i].Cards, card)
	}
	return all
}
