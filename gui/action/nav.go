package action

import (
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
)

// Nav leads from one screen to another, and out of the window. Package program implements it, because it alone knows all screens. Its
// methods belong to the window's goroutine; what they read and write is done away from it, and what goes wrong is shown there.
type Nav interface {
	View(asset int64)     // as large as the window, in the order that the gallery has now
	ViewAlone(a db.Asset) // the same, with nothing before or after it
	Compare(a, b int64)   // beside each other: two pictures, or two clips
	Open(a db.Asset)      // in the system's player or viewer
	Reveal(a db.Asset)    // in its folder
	Export(assets ...int64)
	CopyFiles(assets ...int64) // to the clipboard; their paths where files cannot be copied
	CopyPaths(assets ...int64)

	Create()                                   // go and make something
	Reuse(job int64, how form.How)             // its settings into the composer, or as much of them as is said
	Again(job int64, shown jobs.Agreement)     // one more of the same, at the price that was shown
	UseSeed(seed int64)                        // in the composer
	UseAsFrame(a db.Asset, place int)          // a picture in a slot of the composer: 0 is the first frame, 1 the last
	UseLastFrame(clip db.Asset)                // ask what its last frame shall become
	SaveFrame(clip db.Asset, at time.Duration) // as a picture of the library
	EditFrame(clip db.Asset, at time.Duration)
	Edit(a db.Asset)
	EditOnOneSheet(assets ...int64) // several pictures, in their order

	EditHeld(job db.Job)     // in the composer
	OnOtherModel(job db.Job) // a picture once more, with the other model

	PriceAgain(job db.Job) jobs.Quote // what one more costs today; off the window's goroutine
	SequenceChanged()                 // the gallery has another order, or has read more of it
	LeaveViewer(last db.Asset)        // for what was in front before; the gallery goes to the last
	FullScreen(on bool)               // the viewer alone, on the whole screen

	ShowAsset(asset int64)       // selected in the gallery
	ShowAssetByRef(asset string) // the same
	ShowJob(job int64)           // what it made; the queue while that is nothing
	ShowQueue()
	ShowLedger(job int64) // what it cost, entry by entry
	ShowPrices()
	ShowSettings()
	ShowLog()
	HostsPictures() bool // whether a picture without a link can be a frame

	ChooseFile(endings []string, picked func(path string)) // of this computer; an ending is ".png"
	ChooseFolder(picked func(path string))
	SaveFile(name string, picked func(path string))       // choose where to write a file; nothing is written yet
	ChooseAsset(question string, picked func(a db.Asset)) // in the gallery, then back to the composer
	RevealFile(path string)                               // a file or a folder in its own folder
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
