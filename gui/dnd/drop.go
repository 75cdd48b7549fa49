package dnd

import "fyne.io/fyne/v2"

// Kind says what a drag would bring.
type Kind int

// The kinds of an [Offer]. What brings links and files is KindLink.
const (
	KindUnknown Kind = iota // a link or a file: the source tells only at the drop
	KindLink                // at least one http(s) link
	KindFile                // files, of which some may be link files: see IsLinkFile
	KindText                // text that is no link
)

// String returns the kind as a word for a log.
func (k Kind) String() string {
	switch k {
	case KindLink:
		return "link"
	case KindFile:
		return "file"
	case KindText:
		return "text"
	default:
		return "unknown"
	}
}

// Offer is what hovers over the window, as far as its source tells before the drop. Nobody may change its slices.
type Offer struct {
	Kind  Kind
	Links []string // http(s) links, byte for byte as the source wrote them
	Files []string // absolute paths; link files among them will arrive as links
	Text  string   // KindText: what was selected, at most 1 MiB
}

// Drop is what arrived. One of Links, Files, Text and Damaged is set at least. Nobody may change its slices.
type Drop struct {
	At      fyne.Position // canvas coordinates
	Placed  bool          // false: At is unknown, as on native Wayland
	Links   []string      // http(s) links, byte for byte as the source wrote them, in its order; those inside link files too
	Files   []string      // absolute paths of files and folders that are no link files, in the source's order
	Text    string        // text that is not made of links alone, UTF-8, at most 1 MiB
	Damaged bool          // a link came, and the toolkit has damaged it beyond repair: ask for it to be pasted
}

// Target takes drops. Its methods are called on the window's goroutine and must be quick.
type Target interface {
	// Over reports whether a drop of this at that place would be taken. The source shows the answer at the pointer.
	Over(at fyne.Position, what Offer) (accepted bool)
	// Leave ends a hover: the pointer has left, or the drop has happened, or its source has gone.
	Leave()
	// Dropped takes what arrived. It may come some time after Leave, because link files are read in between.
	Dropped(Drop)
}

// OverlayTaker is a Target that may take drops also while an overlay is open, such as a dialog with a slot in it.
type OverlayTaker interface {
	Target
	// TakesOver reports whether drops are taken while this is the topmost overlay.
	TakesOver(overlay fyne.CanvasObject) bool
}
