package order

import (
	"slices"

	"viviscope/client"
)

// Messages of the form, for rules that the service states without a message, and for what only this side can know. They name
// problems; package wording has their words in the language of the window.
const (
	MsgSeed       = "seed must be an integer"                        // interface 2.2
	MsgFirstFrame = "input_reference is required for image to video" // interface 2.2
	MsgLinkDead   = "Link expired"                                   // the service would not be able to fetch it
	MsgNotPublic  = "input_reference must be a public URL: the service cannot reach this computer or its network"
	MsgEditPublic = "images must be public URLs: the service cannot reach this computer or its network"
	MsgEditMixed  = "image and images exclude each other: send one local picture, or links only"

	// MsgTooMany is the problem of an edit with more than MaxEditPictures.
	MsgTooMany = "an edit uses at most 16 pictures, including the one on the canvas"

	// What stands against further pictures beside the one on the canvas, where that can go as a file only.
	MsgCanvasDrawn = "image and images exclude each other: what you drew is sent as the one file that the service accepts"
	MsgCanvasFile  = "image and images exclude each other: the picture on the canvas has no valid web address, so it is sent as " +
		"the one file that the service accepts"

	// MsgTooManyJobs is the problem of a prompt that stands for more jobs than can be counted.
	MsgTooManyJobs = "this makes too many jobs: " + limitAtOnce
	limitAtOnce    = "the limit is 100 at once"

	// MsgLocalFile is the text of a slot with a local file that cannot be hosted, in plainer words than the broken rule.
	MsgLocalFile = "A frame needs a web address. Set up image hosting, or edit this picture first."
	// MsgLastOff closes the second slot while the first one is empty.
	MsgLastOff = "Choose a first frame first"
	// MsgFirstOnly closes the second slot where the requests of the profile have no place for it.
	MsgFirstOnly = "This service accepts a first frame only."
)

// sorted puts problems in the order of the fields; those of one field stay as they are.
func sorted(problems []client.ValidationError) []client.ValidationError {
	slices.SortStableFunc(problems, func(a, b client.ValidationError) int { return rank(a.Field) - rank(b.Field) })
	return problems
}

// Only returns the problems of one field, or of several that share a control.
func Only(problems []client.ValidationError, fields ...string) []client.ValidationError {
	var of []client.ValidationError
	for _, p := range problems {
		if slices.Contains(fields, p.Field) {
			of = append(of, p)
		}
	}
	return of
}

// Priceable reports whether an order with these problems has a price all the same: nothing that decides about it is wrong,
// only a prompt or a picture is missing or cannot be used.
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
