package wording

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// PictureTrouble returns why a picture file that the user chose cannot be read, and what to do. ok is false for other
// errors, such as a format, because the accepted formats depend on the use of the picture.
func PictureTrouble(err error) (words string, ok bool) {
	var large *folder.TooLargeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The file has moved or was deleted. Choose it again."), true
	case errors.Is(err, fs.ErrPermission):
		return lang.L("No permission to read the file. Change its permissions or choose another one."), true
	case errors.Is(err, folder.ErrNotRegular):
		return lang.L("It is not a file. Choose a picture."), true
	case errors.As(err, &large):
		return lang.L("The file is larger than %s. Make it smaller and choose it again.", Bytes(large.Limit)), true
	case errors.Is(err, picturefile.ErrTooLarge):
		return lang.L("It has too many pixels. Make it smaller and choose it again."), true
	}
	return "", false
}

// LinkSoon is the remaining life below which a link is shown as expiring soon. A clip may wait in the service's queue
// before its frames are fetched.
const LinkSoon = 2 * time.Hour

// FrameUse reports how an asset can be used: as a frame of a clip, as the source of an edit, or only by making it
// again.
type FrameUse struct {
	Frame bool   // it can be put into a slot
	Edit  bool   // it can be edited
	Again bool   // its link has expired: it must be made again to be used as a frame
	Note  string // how long it can be used, or why it cannot; "": nothing limits it
	Warn  bool
}

// FrameUseOf returns how an asset can be used as a frame. hosting reports that local pictures can be uploaded to an
// image host.
func FrameUseOf(a db.Asset, now time.Time, hosting bool) FrameUse {
	left := a.LinkExpires.Sub(now)
	alive := a.Link != "" && (a.LinkExpires.IsZero() || left > 0)
	switch {
	case a.Kind != db.Picture:
		return FrameUse{Note: lang.L("Frames and edits need a picture. This is a clip.")}
	case alive && a.LinkExpires.IsZero():
		return FrameUse{Frame: true, Edit: true, Note: lang.L("The link is sent, not the file.")}
	case alive && left < LinkSoon:
		return FrameUse{Frame: true, Edit: true, Warn: true, Note: lang.L("Link expires soon: %s.", Left(left))}
	case alive:
		return FrameUse{Frame: true, Edit: true, Note: lang.L("Link valid: %s.", Left(left))}
	case hosting:
		return FrameUse{Frame: true, Edit: true}
	case a.Link == "" && a.LinkExpires.IsZero():
		return FrameUse{Edit: true, Note: lang.L("Frames need a web address, and this picture has none. Set up image hosting, or edit it first.")}
	}
	return FrameUse{Edit: true, Again: true, Warn: true,
		Note: lang.L("Its link expired; the picture is saved locally. Set up image hosting to use it as a frame, or edit it.")}
}

// AssetTitle returns the title of an asset, in one line: its prompt without the descriptions of its cast, or the name
// of its imported file.
func AssetTitle(a db.Asset) string {
	switch words := strings.Join(strings.Fields(a.PromptBody()), " "); {
	case words != "":
		return words
	case a.Name != "":
		return a.Name
	case a.Kind == db.Clip:
		return lang.X("noun", "Clip")
	case a.Kind == db.Picture:
		return lang.X("noun", "Picture")
	}
	return ""
}

// List joins words in a sentence: "a", "a and b", "a, b and c". The words are in the language of the window already.
func List(words []string) string {
	if len(words) < 2 {
		return Commas(words...)
	}
	last := len(words) - 1
	return lang.X("list", "%s and %s", Commas(words[:last]...), words[last])
}

// Dotted joins the parts that are not empty: "a · b".
func Dotted(parts ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" }), " · ")
}

// Commas joins words: "a, b, c".
func Commas(words ...string) string {
	joined := ""
	for i, word := range words {
		if i == 0 {
			joined = word
			continue
		}
		joined = lang.X("list", "%s, %s", joined, word)
	}
	return joined
}

// Sentence ends words as a sentence: "a, b, c."
func Sentence(words string) string { return lang.X("sentence", "%s.", words) }

// Rebuilt returns what a rebuild restored, in a few sentences.
func Rebuilt(r db.Report) string {
	files := lang.N("%s file", "%s files", r.Assets, lang.Number(r.Assets))
	made := lang.N("%s job", "%s jobs", r.Jobs, lang.Number(r.Jobs))
	entries := lang.N("%s ledger entry", "%s ledger entries", r.Entries, lang.Number(r.Entries))
	words := lang.L("%s, of %s with %s.", files, made, entries)
	if n := r.Imported; n > 0 {
		words += " " + lang.N("%s of them has no saved settings.", "%s of them have no saved settings.", n,
			lang.Number(n))
	}
	if n := r.Boards; n > 0 {
		words += " " + lang.N("%s board.", "%s boards.", n, lang.Number(n))
	}
	if n := r.Sidecars; n > 0 {
		words += " " + Sentence(lang.N("%s sidecar could not be read", "%s sidecars could not be read", n,
			lang.Number(n)))
	}
	if n := len(r.Problems) - r.Sidecars; n > 0 {
		words += " " + lang.N("%s unknown file is left in place.", "%s unknown files are left in place.", n,
			lang.Number(n))
	}
	return words
}
