// Package actiontest contains fakes of the targets of actions, for tests. They record the calls.
package actiontest

import (
	"fmt"
	"image"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/dnd"
)

// Nav is a fake of all navigation interfaces of package action. It records the calls and does nothing.
type Nav struct {
	Told  []string // the recorded calls: the method and its arguments
	Hosts bool     // the result of HostsPictures

	PathsOnly bool // the clipboard takes no files

	Price   jobs.Quote // the result of PriceAgain
	Changes int        // how often SequenceChanged was called

	PickPath string        // what ChooseFile, ChooseFolder and SaveFile pick; "": nothing
	Clip     *dnd.Drop     // on the clipboard
	Text     func() string // the same, where Clip is nil

	Seed      *int64   // that is kept in the composer
	PickAsset db.Asset // what ChooseAsset picks, and what Draw gives to Drawn; zero: nothing
	Drawn     func(k action.Keyframe, a db.Asset)
}

var (
	_ action.Viewer    = (*Nav)(nil)
	_ action.Creator   = (*Nav)(nil)
	_ action.Exchange  = (*Nav)(nil)
	_ action.Chooser   = (*Nav)(nil)
	_ action.Navigator = (*Nav)(nil)
	_ action.Organizer = (*Nav)(nil)
)

// Tell records a call.
func (n *Nav) Tell(what ...any) { n.Told = append(n.Told, fmt.Sprint(what...)) }

func (n *Nav) View(asset int64)                   { n.Tell("view", asset) }
func (n *Nav) ViewIn(list []db.Asset, a db.Asset) { n.Tell("view", a.ID, " of ", len(list)) }
func (n *Nav) Compare(a, b int64)                 { n.Tell("compare", a, b) }
func (n *Nav) CompareFrame(picture, clip int64, at time.Duration) {
	n.Tell("compare frame", picture, clip, at)
}
func (n *Nav) Open(a db.Asset)                           { n.Tell("open", a.ID) }
func (n *Nav) Reveal(a db.Asset)                         { n.Tell("reveal", a.ID) }
func (n *Nav) Export(assets ...int64)                    { n.Tell("export", assets) }
func (n *Nav) Drag(_ fyne.Position, assets ...int64)     { n.Tell("drag", assets) }
func (n *Nav) EndDrag()                                  { n.Tell("end drag") }
func (n *Nav) Create()                                   { n.Tell("create") }
func (n *Nav) Reuse(job int64, how order.RecallMode)     { n.Tell("reuse", job, how) }
func (n *Nav) Again(job int64, _ jobs.Agreement)         { n.Tell("again", job) }
func (n *Nav) UseSeed(seed int64)                        { n.Tell("seed", seed) }
func (n *Nav) KeptSeed() *int64                          { return n.Seed }
func (n *Nav) UseAsFrame(a db.Asset, place int)          { n.Tell("use", a.ID, place) }
func (n *Nav) UseLastFrame(clip db.Asset)                { n.Tell("last frame", clip.ID) }
func (n *Nav) SaveFrame(clip db.Asset, at time.Duration) { n.Tell("save", clip.ID, at) }
func (n *Nav) EditFrame(clip db.Asset, at time.Duration) { n.Tell("edit frame", clip.ID, at) }
func (n *Nav) Edit(a db.Asset)                           { n.Tell("edit", a.ID) }
func (n *Nav) EditOnOneSheet(assets ...int64)            { n.Tell("sheet", assets) }
func (n *Nav) Draw(k action.Keyframe, words string, a db.Asset, size image.Point) {
	n.Tell("draw ", words, a.ID, size)
	if n.PickAsset.ID != 0 {
		n.Drawn(k, n.PickAsset)
	}
}
func (n *Nav) ShowBoardCosts(ref, _ string)  { n.Tell("costs of ", ref) }
func (n *Nav) ShowLedger(job int64)          { n.Tell("ledger", job) }
func (n *Nav) HostsPictures() bool           { return n.Hosts }
func (n *Nav) EditHeld(job db.Job)           { n.Tell("edit held", job.ID) }
func (n *Nav) UseOtherModel(job db.Job)      { n.Tell("other model", job.ID) }
func (n *Nav) ShowAsset(assets ...int64)     { n.Tell("show", strings.Trim(fmt.Sprint(assets), "[]")) }
func (n *Nav) ShowAssetByRef(asset string)   { n.Tell("show", asset) }
func (n *Nav) ShowJob(job int64)             { n.Tell("show job", job) }
func (n *Nav) ShowQueue()                    { n.Tell("show queue") }
func (n *Nav) ShowPrices()                   { n.Tell("show prices") }
func (n *Nav) ShowProfile(profile int64)     { n.Tell("show profile", profile) }
func (n *Nav) ShowBudget(profile int64)      { n.Tell("show budget", profile) }
func (n *Nav) ShowHosting()                  { n.Tell("show hosting") }
func (n *Nav) ShowSettings()                 { n.Tell("show settings") }
func (n *Nav) RevealFile(path string)        { n.Tell("reveal ", path) }
func (n *Nav) Star(on bool, assets ...int64) { n.Tell("star", assets, on) }
func (n *Nav) Tag(assets ...int64)           { n.Tell("tag", assets) }
func (n *Nav) Album(assets ...int64)         { n.Tell("album", assets) }
func (n *Nav) Trash(assets ...int64)         { n.Tell("trash", assets) }
func (n *Nav) Restore(assets ...int64)       { n.Tell("restore", assets) }
func (n *Nav) CheckClips(assets ...int64)    { n.Tell("check", assets) }
func (n *Nav) DeleteForever(assets ...int64) { n.Tell("delete", assets) }
func (n *Nav) PriceAgain(db.Job) jobs.Quote  { return n.Price }
func (n *Nav) SequenceChanged()              { n.Changes++ }
func (n *Nav) LeaveViewer(last ...int64)     { n.Tell("leave", last) }
func (n *Nav) FullScreen(on bool)            { n.Tell("full", on) }
func (n *Nav) Join(clips ...int64)           { n.Tell("join", clips) }
func (n *Nav) NewBoard(pictures ...int64)    { n.Tell("new board", pictures) }
func (n *Nav) AddToCast(pictures ...int64)   { n.Tell("cast", pictures) }
func (n *Nav) CopiesFiles() bool             { return !n.PathsOnly }
func (n *Nav) CopyFiles(assets ...int64)     { n.Tell("copy", assets) }
func (n *Nav) CopyPaths(assets ...int64)     { n.Tell("copy paths of", assets) }
func (n *Nav) ImportFiles()                  { n.Tell("import files") }
func (n *Nav) ImportFolder()                 { n.Tell("import a folder") }
func (n *Nav) ImportPasted()                 { n.Tell("import pasted") }

// Paste passes on Clip, or else the result of Text.
func (n *Nav) Paste(pictures bool, taken func(d dnd.Drop)) {
	switch {
	case n.Clip != nil:
		taken(*n.Clip)
	case n.Text != nil:
		taken(dnd.FromText(n.Text()))
	default:
		taken(dnd.Drop{})
	}
}

func (n *Nav) ChooseFile(endings []string, picked func(path string)) {
	n.Tell("choose file", endings)
	n.pick(picked)
}

func (n *Nav) ChooseFolder(picked func(path string)) {
	n.Tell("choose folder")
	n.pick(picked)
}

func (n *Nav) SaveFile(name string, picked func(path string)) {
	n.Tell("save file ", name)
	n.pick(picked)
}

func (n *Nav) pick(picked func(path string)) {
	if n.PickPath != "" {
		picked(n.PickPath)
	}
}

func (n *Nav) ChoosePictures(question string, picked func(list []db.Asset)) {
	n.Tell("choose asset ", question)
	if n.PickAsset.ID != 0 {
		picked([]db.Asset{n.PickAsset})
	} else {
		picked(nil)
	}
}

func (n *Nav) ChooseClips(question string, picked func(list []db.Asset)) {
	n.ChoosePictures(question, picked)
}

func (n *Nav) ChooseAsset(question string, _ bool, picked func(a db.Asset)) {
	n.Tell("choose asset ", question)
	if n.PickAsset.ID != 0 {
		picked(n.PickAsset)
	}
}

// Targets returns n for all actions on assets.
func (n *Nav) Targets() action.Targets {
	return action.Targets{Viewer: n, Creator: n, Exchange: n, Organizer: n}
}
