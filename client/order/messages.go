package order

import (
	"slices"

	"viviscope/client"
)

// Messages of problems for which the service has no message. They also identify a problem: package wording translates
// them.
const (
	MsgSeed       = "seed must be an integer"                        // interface 2.2
	MsgFirstFrame = "input_reference is required for image to video" // interface 2.2
	MsgLinkDead   = "Link expired"                                   // the service cannot download the picture
	MsgNotPublic  = "input_reference must be a public URL: the service cannot reach this computer or its network"
	MsgEditPublic = "images must be public URLs: the service cannot reach this computer or its network"
	MsgEditMixed  = "image and images exclude each other: send one local picture, or links only"

	// MsgTooMany reports an edit with more than MaxEditPictures pictures.
	MsgTooMany = "an edit uses at most 16 pictures, including the one on the canvas"

	// Problems of further pictures when the one on the canvas can only be sent as a file.
	MsgCanvasDrawn = "image and images exclude each other: what you drew is sent as the one file that the service accepts"
	MsgCanvasFile  = "image and images exclude each other: the picture on the canvas has no valid web address, so it is sent as " +
		"the one file that the service accepts"

	// MsgCastTooMany reports that the pictures of an edit and those of the mentioned cast exceed MaxEditPictures.
	MsgCastTooMany = "an edit uses at most 16 pictures, including those of the cast that the prompt mentions"
	// MsgCastVaries reports variations of a prompt that mention different entries of the cast.
	MsgCastVaries = "all variations of a prompt must mention the same entries of the cast, because they share their pictures"

	// MsgTooManyJobs reports a prompt with too many variations to count.
	MsgTooManyJobs = "this makes too many jobs: " + limitAtOnce
	limitAtOnce    = "the limit is 100 at once"

	// MsgLocalFile is the text at a slot with a local file, without an image host. It is simpler than
	// client.MsgReferenceURL.
	MsgLocalFile = "A frame needs a web address. Set up image hosting, or edit this picture first."
	// MsgLastOff is the text at the last slot while the first one is empty.
	MsgLastOff = "Choose a first frame first"
	// MsgFirstOnly is the text at the last slot if the request format has no last frame.
	MsgFirstOnly = "This service accepts a first frame only."
)

// sortByField sorts problems by the order of fields, in place. The sort is stable.
func sortByField(problems []client.ValidationError) []client.ValidationError {
	slices.SortStableFunc(problems, func(a, b client.ValidationError) int {
		return fieldRank(a.Field) - fieldRank(b.Field)
	})
	return problems
}

// ProblemsOf returns the problems of the given fields.
func ProblemsOf(problems []client.ValidationError, fields ...string) []client.ValidationError {
	var of []client.ValidationError
	for _, p := range problems {
		if slices.Contains(fields, p.Field) {
			of = append(of, p)
		}
	}
	return of
}

// Priceable reports whether an order with these problems still has a price, because they are only about a missing
// prompt or about pictures.
func Priceable(problems []client.ValidationError) bool {
	return !slices.ContainsFunc(problems, func(p client.ValidationError) bool {
		switch p.Field {
		case FieldFrames, FieldImage, FieldImages:
			return false
		case FieldPrompt:
			return p.Message != client.MsgPromptRequired && p.Message != client.MsgImagePrompt
		}
		return true
	})
}
