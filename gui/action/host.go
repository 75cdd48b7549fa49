package action

import (
	"context"
	"image"
	"log/slog"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// Host is the window as its screens see it: *gui.Shell. Tests take an actiontest.Host. Its methods belong to the window's goroutine, but
// for Post, Go, After, Do, Unsaved, Now, Log, Profile and RefreshAll, which may be called on any.
type Host interface {
	Post(f func())                                         // runs a function on the window's goroutine, later
	Go(f func(ctx context.Context))                        // runs a function away from it; its context ends with the program
	After(d time.Duration, f func()) (stop func() bool)    // as [time.AfterFunc]
	Do(failed string, f func(ctx context.Context) error)   // as Go; failed is the whole sentence that is shown before its error
	Say(tone kit.Tone, lead, rest string, links ...Action) // shows a notice over the places; lead is bold
	// Unsaved shows that changes cannot be saved, and why, until it is called for the same source with nil.
	Unsaved(source any, err error)
	// Working shows in the status bar that work goes on which ends with the program, until end is called. A click there
	// calls open. Quitting asks before it cuts the work. step replaces the words for how far it is.
	Working(title string, open func()) (step func(progress string), end func())

	Now() time.Time // in the location whose days are shown
	Log() *slog.Logger
	Canvas() fyne.Canvas
	Copy(text string) // to the clipboard
	Pasted() string   // the text on the clipboard

	ReduceMotion() bool  // nothing is to move by itself
	Profile() db.Profile // the one in front
	RefreshAll()         // asks for an update of every place soon: the one in front first, each other one when it comes there
}

// Keyframe names a keyframe of a board.
type Keyframe struct {
	Board string `json:"board"` // ref
	ID    string `json:"id"`
}

// Save lets a person choose where a file is written, writes it, and says where it is. failed is the whole sentence for what goes wrong.
func Save(h Host, nav Nav, name, failed string, write func(ctx context.Context, path string) error) {
	nav.SaveFile(name, func(path string) {
		h.Do(failed, func(ctx context.Context) error {
			err := write(ctx, path)
			if err == nil {
				h.Post(func() {
					h.Say(kit.ToneOK, lang.L("Saved %s.", filepath.Base(path)), filepath.Dir(path),
						Action{Label: lang.L("Show in folder"), Do: func() { nav.RevealFile(path) }})
				})
			}
			return err
		})
	})
}

// Nav leads from one screen to another, and out of the window. Package app implements it, because it alone knows all screens. Its
// methods belong to the window's goroutine; what they read and write is done away from it, and what goes wrong is shown there.
type Nav interface {
	View(asset int64)                                   // as large as the window, in the order that the gallery has now
	ViewIn(list []db.Asset, a db.Asset)                 // the same, in the order of a list
	Compare(a, b int64)                                 // beside each other: two pictures, or two clips
	CompareFrame(picture, clip int64, at time.Duration) // with what the clip shows at a time; past its end: its last frame
	Open(a db.Asset)                                    // in the system's player or viewer
	Reveal(a db.Asset)                                  // in its folder
	Export(assets ...int64)
	Join(clips ...int64)        // to one film
	NewBoard(pictures ...int64) // that begins with them
	CopiesFiles() bool          // reports whether the clipboard takes files here
	CopyFiles(assets ...int64)  // to the clipboard; their paths where files cannot be copied
	CopyPaths(assets ...int64)
	// Paste reads the clipboard on a goroutine of its own and then calls taken with its content, the zero value if there
	// is none. pictures prefers the bytes of a picture to its link.
	Paste(pictures bool, taken func(d dnd.Drop))
	ImportPasted() // files and pictures of the clipboard, into the library

	Drag(at fyne.Position, assets ...int64) // they are at this place of the window; called at each move
	EndDrag()                               // and were let go there

	Create()                                   // go and make something
	Reuse(job int64, how order.How)            // its settings into the composer, or as much of them as is said
	Again(job int64, shown jobs.Agreement)     // one more with another seed, at the price that was shown
	UseSeed(seed int64)                        // in the composer
	KeptSeed() *int64                          // that is locked there; nil: none
	UseAsFrame(a db.Asset, place int)          // a picture in a slot of the composer: 0 is the first frame, 1 the last
	UseLastFrame(clip db.Asset)                // ask what its last frame shall become
	SaveFrame(clip db.Asset, at time.Duration) // as a picture of the library
	EditFrame(clip db.Asset, at time.Duration)
	Edit(a db.Asset)
	EditOnOneSheet(assets ...int64) // several pictures, in their order
	// Draw opens the canvas with a picture, or with the sheet of a keyframe, which has a size in pixels at first. What
	// is taken from it becomes the picture of the keyframe. words name that in a sentence.
	Draw(k Keyframe, words string, a db.Asset, size image.Point)

	EditHeld(job db.Job)      // in the composer
	UseOtherModel(job db.Job) // a picture once more, with the other model

	PriceAgain(job db.Job) jobs.Quote // what one more costs today; off the window's goroutine
	SequenceChanged()                 // the gallery has another order, or has read more of it
	LeaveViewer(last ...int64)        // for what was in front before; the gallery goes to the last that were shown
	FullScreen(on bool)               // the viewer alone, on the whole screen

	ShowAsset(assets ...int64)   // selected in the gallery
	ShowAssetByRef(asset string) // the same
	ShowJob(job int64)           // what it made; the queue while that is nothing
	ShowQueue()
	ShowLedger(job int64)            // what it cost, entry by entry
	ShowBoardCosts(ref, name string) // the same of a board
	ShowPrices()
	ShowSettings()
	ShowProfile(profile int64) // in the settings, with its key
	ShowBudget(profile int64)  // the same, with its budget
	ShowHosting()              // of the profile in front, there
	ShowLog()
	HostsPictures() bool // whether a picture without a link can be a frame

	ChooseFile(endings []string, picked func(path string)) // of this computer; an ending is ".png"
	ChooseFolder(picked func(path string))
	SaveFile(name string, picked func(path string)) // choose where to write a file; nothing is written yet
	// ChooseAsset lets a person choose a picture in the gallery, of which only those are shown that can be a frame where one is asked for.
	// picked is called back in the place that was in front.
	ChooseAsset(question string, frame bool, picked func(a db.Asset))
	ChoosePictures(question string, picked func(list []db.Asset)) // the same for several, in the order of the gallery
	ChooseClips(question string, picked func(list []db.Asset))    // the same for clips; none where a person thought better of it
	RevealFile(path string)                                       // a file or a folder in its own folder
}

// Organizer changes what the library says of assets. *gallery.Gallery is one: it says what was done, and offers to take it back.
type Organizer interface {
	Star(on bool, assets ...int64)
	Tag(assets ...int64)   // asks for tags
	Album(assets ...int64) // asks for an album
	Trash(assets ...int64)
	Restore(assets ...int64)
	DeleteForever(assets ...int64) // asks before
}
