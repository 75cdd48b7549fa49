package order

import (
	"slices"

	"viviscope/client"
)

// Messages of the form for rules that the service states without a message, and for facts that only the program knows.
// They identify problems; package wording has the translated texts.
const (
	MsgSeed       = "seed must be an integer"                        // interface 2.2
	MsgFirstFrame = "input_reference is required for image to video" // interface 2.2
	MsgLinkDead   = "Link expired"                                   // the service could not download it
	MsgNotPublic  = "input_reference must be a public URL: the service cannot reach this computer or its network"
	MsgEditPublic = "images must be public URLs: the service cannot reach this computer or its network"
	MsgEditMixed  = "image and images exclude each other: send one local picture, or links only"

	// MsgTooMany is the problem of an edit with more than MaxEditPictures.
	MsgTooMany = "an edit uses at most 16 pictures, including the one on the canvas"

	// Problems of further pictures when the one on the canvas can only be sent as a file.
	MsgCanvasDrawn = "image and images exclude each other: what you drew is sent as the one file that the service accepts"
	MsgCanvasFile  = "image and images exclude each other: the picture on the canvas has no valid web address, so it is sent as " +
		"the one file that the service accepts"

	// MsgTooManyJobs is the problem of a prompt with more variations than can be counted.
	MsgTooManyJobs = "this makes too many jobs: " + limitAtOnce
	limitAtOnce    = "the limit is 100 at once"

	// MsgLocalFile is the text of a slot with a local file that cannot be hosted. It is simpler than the message of the
	// rule.
	MsgLocalFile = "A frame needs a web address. Set up image hosting, or edit this picture first."
	// MsgLastOff is shown at the second slot while the first one is empty.
	MsgLastOff = "Choose a first frame first"
	// MsgFirstOnly is shown at the second slot if the request format of the profile has no last frame.
	MsgFirstOnly = "This service accepts a first frame only."
)

// sortByField sorts problems by field. Problems of one field keep their order.
func sortByField(problems []client.ValidationError) []client.ValidationError {
	slices.SortStableFunc(problems, func(a, b client.ValidationError) int { return fieldRank(a.Field) - fieldRank(b.Field) })
	return problems
}

// ProblemsOf returns the problems of one field, or of several that share a control.
func ProblemsOf(problems []client.ValidationError, fields ...string) []client.ValidationError {
	var of []client.ValidationError
	for _, p := range problems {
		if slices.Contains(fields, p.Field) {
			of = append(of, p)
		}
	}
	return of
}

// Priceable reports whether an order with these problems has a price anyway: only a prompt or a picture is missing or
// unusable, and nothing that affects the price.
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
