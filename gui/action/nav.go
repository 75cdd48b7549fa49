package action

import (
	"context"
	"image"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// The interfaces below navigate from one screen to another and out of the window. Package app implements them, because
// only it knows all screens. A screen depends on the ones that it uses. Their methods belong to the window's goroutine
// unless noted otherwise; files are read and written on other goroutines, and errors are shown in the window.

// Viewer shows assets at full size, in the window or in other programs.
type Viewer interface {
	View(asset int64)                                   // in the order of the gallery
	ViewIn(list []db.Asset, a db.Asset)                 // in the order of list
	Compare(a, b int64)                                 // beside each other: two pictures, or two clips
	CompareFrame(picture, clip int64, at time.Duration) // with a frame of the clip; past its end: its last frame
	Open(a db.Asset)                                    // in the system's player or viewer
	Reveal(a db.Asset)                                  // in its folder
	SequenceChanged()                                   // the gallery has another order, or has read more of it
	// returns to the screen before; the gallery shows the last assets
	LeaveViewer(last ...int64)
	FullScreen(on bool) // covers the whole screen with the viewer
}

// Creator starts new work from an asset or a job: in the composer, on the canvas or on a board.
type Creator interface {
	Create() // opens the composer

	Reuse(job int64, how order.RecallMode) // puts settings of a job into the composer
	Again(job int64, shown jobs.Agreement) // orders one more with another seed, at the price that was shown
	PriceAgain(job db.Job) jobs.Quote      // returns the price of one more today; off the window's goroutine
	EditHeld(job db.Job)                   // opens a held job in the composer
	UseOtherModel(job db.Job)              // puts the job of a picture into the composer with the other image model
	UseSeed(seed int64)
	KeptSeed() *int64 // the seed that is locked in the composer; nil: none

	HostsPictures() bool                       // reports whether a picture without a web address can be a frame
	UseAsFrame(a db.Asset, place int)          // of the composer: 0 is the first frame, 1 the last
	UseLastFrame(clip db.Asset)                // asks how to use the last frame
	SaveFrame(clip db.Asset, at time.Duration) // as a picture of the library

	Edit(a db.Asset)
	EditFrame(clip db.Asset, at time.Duration)
	EditOnOneSheet(assets ...int64) // several pictures, in their order
	// Draw opens the canvas with a picture of a keyframe, or with an empty drawing of size pixels. The picture that is
	// taken from it becomes the picture of the keyframe. words names the keyframe within a sentence.
	Draw(k Keyframe, words string, a db.Asset, size image.Point)

	NewBoard(pictures ...int64)  // opens the form of a new board that starts with pictures
	AddToCast(pictures ...int64) // asks for the entry of the cast that gets them
}

// Exchange moves assets out of the library and into it.
type Exchange interface {
	Export(assets ...int64)
	Join(clips ...int64)       // to one film
	CopiesFiles() bool         // reports whether the clipboard takes files here
	CopyFiles(assets ...int64) // to the clipboard; only their paths if it takes no files
	CopyPaths(assets ...int64) // to the clipboard
	ImportFiles()              // asks for files and imports them
	ImportFolder()             // asks for a folder and imports its files
	ImportPasted()             // imports files and pictures of the clipboard

	// Paste reads the clipboard on a goroutine of its own and then calls taken with its content, the zero value if
	// there is none. pictures prefers the bytes of a picture to its link.
	Paste(pictures bool, taken func(d dnd.Drop))

	Drag(at fyne.Position, assets ...int64) // at is the pointer in the window; called at each move
	EndDrag()                               // drops them at the last position
}

// Filming opens the sheet that makes and exports the film of a board.
type Filming interface {
	// ShowFilm opens it. exports: its export button gets the focus.
	ShowFilm(film boards.Film, board FilmBoard, exports bool)
}

// FilmBoard is the board of the film in the sheet. It receives the changes that the user makes there.
type FilmBoard interface {
	Trim(frames int, shots ...string) // cuts frames from the end of the clips of shots
	Made(film db.Asset)
	Film() (film boards.Film, open bool) // as the board is now; open: the board is still the open one
}

// Chooser lets the user choose files of this computer or assets of the library.
type Chooser interface {
	ChooseFile(endings []string, picked func(path string)) // an ending is ".png"
	ChooseFolder(picked func(path string))
	SaveFile(name string, picked func(path string)) // chooses where to write a file; nothing is written yet
	RevealFile(path string)                         // shows a file or a folder in its own folder

	// ChooseAsset asks for a picture in the gallery. frame shows only those that can be a frame. When picked is called,
	// the former place is shown again.
	ChooseAsset(question string, frame bool, picked func(a db.Asset))
	// ChoosePictures asks for several pictures, in the order of the gallery. list is empty if the user cancels.
	ChoosePictures(question string, picked func(list []db.Asset))
	ChooseClips(question string, picked func(list []db.Asset)) // the same for clips
}

// Navigator opens places of the window.
type Navigator interface {
	ShowAsset(assets ...int64)   // selected in the gallery
	ShowAssetByRef(asset string) // the same
	ShowJob(job int64)           // the assets of a job; the queue while it has none
	ShowQueue()
	ShowLedger(job int64)            // the ledger entries of a job
	ShowBoardCosts(ref, name string) // the ledger entries of a board
	ShowPrices()
	ShowSettings()
	ShowProfile(profile int64) // in the settings, with its key
	ShowBudget(profile int64)  // in the settings
	ShowHosting()              // in the settings, of the current profile
}

// Organizer changes tags, albums and the trash, and has clips checked. *gallery.Gallery implements it, confirms each
// change and offers Undo.
type Organizer interface {
	Star(on bool, assets ...int64)
	Tag(assets ...int64)   // asks for tags
	Album(assets ...int64) // asks for an album
	Trash(assets ...int64)
	Restore(assets ...int64)
	DeleteForever(assets ...int64) // asks before
	CheckClips(assets ...int64)    // in the background: clips that were not checked; ignores others
}

// Keyframe names a keyframe of a board.
type Keyframe struct {
	Board string `json:"board"` // ref
	ID    string `json:"id"`
}

// Save lets the user choose where a file is written, writes it and shows where it is. failed is the whole sentence for
// an error.
func Save(h Host, chooser Chooser, name, failed string, write func(ctx context.Context, path string) error) {
	chooser.SaveFile(name, func(path string) {
		h.Do(failed, func(ctx context.Context) error {
			err := write(ctx, path)
			if err == nil {
				h.Post(func() {
					h.Say(kit.ToneOK, lang.L("Saved %s.", filepath.Base(path)), filepath.Dir(path),
						Action{Label: lang.L("Show in folder"), Do: func() { chooser.RevealFile(path) }})
				})
			}
			return err
		})
	})
}
