package action

import (
	"cmp"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/cast"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// AssetPlace is where assets are acted on: each has keys of its own, because other things can be done there as well.
type AssetPlace int

// The places.
const (
	InGallery AssetPlace = iota
	InViewer
)

// The states of the places. Actions that are never possible in the same one may share their keys.
const (
	OfNothing uint8 = 1 << iota // the shown asset is not read yet
	OfClip
	OfPicture
	OfTrash // the gallery shows the trash
	OfClips // two are compared
	OfPair  // others are
	OfOne   = OfNothing | OfClip | OfPicture
	OfTwo   = OfClips | OfPair
)

// Targets carry out the actions on assets.
type Targets struct {
	Viewer
	Creator
	Exchange
	Organizer
}

// Selection is the assets that something is done with.
type Selection struct {
	Asset   db.Asset // the target of actions on one asset; zero: there is none, or it is not read
	IDs     []int64  // of all that is selected, in their order
	Clips   int      // how many of them are clips
	Checked int      // how many of these were checked for faults
	Starred int
	Trashed bool       // they were thrown away
	Price   jobs.Quote // the price of repeating Asset once today; zero: not known yet
	Money   wording.MoneyFormat
}

// One returns the selection of one asset; a zero asset gives an empty selection.
func One(a db.Asset) Selection {
	s := Selection{Asset: a, Trashed: !a.TrashedAt.IsZero()}
	if a.ID == 0 {
		return s
	}
	s.IDs = []int64{a.ID}
	if a.Kind == db.Clip {
		s.Clips = 1
	}
	if a.Checks != nil {
		s.Checked = 1
	}
	if a.Starred {
		s.Starred = 1
	}
	return s
}

// ForAssets returns the actions on assets, in the order of a context menu.
func ForAssets(in AssetPlace, to Targets, s Selection, now time.Time) []Action {
	a, n := s.Asset, len(s.IDs)
	use := wording.FrameUseOf(a, now, to.HostsPictures())
	clip, starred := a.Kind == db.Clip, n > 0 && s.Starred == n
	none := reason(n == 0, lang.L("No clip or picture is selected."))
	notOne := reason(a.ID == 0, lang.L("No clip or picture is selected."))
	unchecked := s.Clips - s.Checked
	imported := a.ID != 0 && a.JobID == 0
	unusable := cmp.Or(notOne, reason(s.Trashed, lang.L("It is in the trash. Restore it to use it.")))
	notFrame := cmp.Or(unusable, reason(!use.Frame, use.Note))
	notTwo := reason(n != 2 || s.Clips == 1, lang.L("Choose two pictures or two clips to compare."))
	star, starIcon := lang.X("verb", "Star"), resources.IconStar
	if starred {
		star, starIcon = lang.L("Unstar"), resources.IconStarOn
	}
	again := lang.L("One more")
	if s.Price.Profile.ID != 0 {
		m := s.Money
		m.Currency = s.Price.Currency
		again += " · " + m.Price(s.Price.Total, s.Price.Known)
	}

	l := assetList{in: in}
	l.add(OfOne|OfTrash, plain("gallery/open", fyne.KeyO), plain("viewer/outside"), Action{
		Label: lang.L("Open in another app"), Icon: resources.IconExternal, Rare: true, Disabled: notOne, Do: func() {
			to.Open(a)
		},
	})
	l.add(OfOne|OfTrash, plain("gallery/reveal", fyne.KeyP), plain("viewer/reveal"), Action{
		Label: lang.L("Show in folder"), Icon: resources.IconFolderOpen, Disabled: notOne, Do: func() { to.Reveal(a) },
	})
	copies := lang.N("Copy file", "Copy files", max(n, 1))
	if !to.CopiesFiles() {
		copies = lang.L("Copy path")
	}
	l.add(OfOne|OfTrash, withCtrl("gallery/copy", fyne.KeyC), plain("viewer/copy"), Action{
		Label: copies, Icon: resources.IconCopy, Line: true,
		Disabled: none, Do: func() { to.CopyFiles(s.IDs...) },
	})
	l.add(OfOne|OfTrash, plain("gallery/copyPath"), plain("viewer/copyPath"), Action{
		Label: lang.L("Copy path"), Icon: resources.IconCopy, Hidden: !to.CopiesFiles(), Rare: true, Disabled: none,
		Do: func() { to.CopyPaths(s.IDs...) },
	})
	l.add(OfOne|OfTrash, plain("gallery/copyPrompt"), plain("viewer/copyPrompt"), Action{
		Label: lang.L("Copy prompt"), Icon: resources.IconCopy, Rare: true, Hidden: a.ID != 0 && a.Prompt == "",
		Disabled: notOne,
		Do:       func() { fyne.CurrentApp().Clipboard().SetContent(a.Prompt) },
	})
	l.add(OfOne|OfTrash, plain("gallery/copySum"), plain("viewer/copySum"), Action{
		Label: lang.L("Copy SHA-256"), Icon: resources.IconCopy, Rare: true, Disabled: notOne,
		Do: func() { fyne.CurrentApp().Clipboard().SetContent(a.SHA256) },
	})
	l.reuse(to, s, unusable)
	l.add(OfPicture, plain("gallery/first", fyne.KeyF), plain("viewer/useFirst", fyne.KeyI), Action{
		Label: lang.L("Use as first frame"), Icon: resources.IconFirstFrame, Line: true, Hidden: clip,
		Disabled: notFrame, Do: func() { to.UseAsFrame(a, 0) },
	})
	l.add(OfPicture, plain("gallery/last", fyne.KeyL), plain("viewer/useLast", fyne.KeyO), Action{
		Label: lang.L("Use as last frame"), Icon: resources.IconLastFrame, Hidden: clip,
		Disabled: notFrame, Do: func() { to.UseAsFrame(a, 1) },
	})
	l.add(OfClip, plain("gallery/lastFrame", fyne.KeyL), plain("viewer/useLastFrame", fyne.KeyN), Action{
		Label: lang.L("Last frame…"), Icon: resources.IconLastFrame, Hidden: !clip, Disabled: unusable,
		Do: func() { to.UseLastFrame(a) },
	})
	l.add(OfPicture, plain("gallery/edit", fyne.KeyE), plain("viewer/edit", fyne.KeyE), Action{
		Label: lang.X("verb", "Edit"), Icon: resources.IconPencil, Hidden: clip, Disabled: unusable, Do: func() {
			to.Edit(a)
		},
	})
	l.add(OfOne, withCtrl("gallery/again", fyne.KeyReturn), withCtrl("viewer/again", fyne.KeyReturn), Action{
		Label: again, Icon: resources.IconRedo, Hidden: imported, Spends: true,
		Disabled: cmp.Or(unusable, reason(s.Price.Profile.ID == 0, lang.L("The price is still being read."))),
		Do:       func() { to.Again(a.JobID, s.Price.PriceAgreement()) },
	})
	l.add(OfOne, plain("gallery/compare", fyne.KeyC), named{}, Action{
		Label: lang.X("verb", "Compare"), Icon: resources.IconCompare, Line: true, Hidden: s.Trashed,
		Disabled: cmp.Or(none, notTwo), Do: func() { to.Compare(s.IDs[0], s.IDs[1]) },
	})
	l.add(OfOne, plain("gallery/sheet"), named{}, Action{
		Label: lang.L("Place on one sheet"), Icon: resources.IconLayers, Hidden: s.Trashed || n < 2,
		Do: func() { to.EditOnOneSheet(s.IDs...) },
	})
	l.add(OfOne, withCtrl("gallery/join", fyne.KeyJ), named{}, Action{
		Label: lang.L("Join…"), Icon: resources.IconFilm, Hidden: s.Trashed || n > 0 && s.Clips == 0,
		Disabled: cmp.Or(none, reason(n < 2, lang.L("Choose two or more clips to join.")),
			reason(s.Clips < n, lang.L("Pictures cannot be joined. Select clips only."))), Do: func() {
			to.Join(s.IDs...)
		},
	})
	l.add(OfClip, plain("gallery/check"), plain("viewer/check"), Action{
		Label: checkLabel(unchecked), Icon: resources.IconCheckCircle, Rare: true, Disabled: none,
		Hidden: s.Trashed || n > 0 && unchecked == 0, Do: func() { to.CheckClips(s.IDs...) },
	})
	l.add(OfOne, plain("gallery/board"), named{}, Action{
		Label: lang.L("New board from these…"), Icon: resources.IconBoards, Hidden: s.Trashed || n > 0 && s.Clips == n,
		Disabled: cmp.Or(none, reason(s.Clips > 0, lang.L("A board begins with pictures. Select pictures only."))),
		Do: func() {
			to.NewBoard(s.IDs...)
		},
	})
	l.add(OfPicture, plain("gallery/cast"), plain("viewer/cast"), Action{
		Label: lang.L("Add to cast…"), Icon: resources.IconPlus, Hidden: s.Trashed || n > 0 && s.Clips == n,
		Disabled: cmp.Or(none, reason(s.Clips > 0, lang.L("Only pictures can be added to the cast.")),
			reason(n > cast.MaxPictures, lang.L("An entry has at most %d different pictures.", cast.MaxPictures))),
		Do: func() { to.AddToCast(s.IDs...) },
	})
	l.add(OfOne, plain("gallery/star", fyne.KeyS), plain("viewer/star", fyne.KeyS), Action{
		Label: star, Icon: starIcon, Hidden: s.Trashed, On: starred, Disabled: none, Do: func() {
			to.Star(!starred, s.IDs...)
		},
	})
	l.add(OfOne, plain("gallery/tags", fyne.KeyT), plain("viewer/tags", fyne.KeyT), Action{
		Label: lang.L("Tag…"), Icon: resources.IconTag, Hidden: s.Trashed, Disabled: none, Do: func() {
			to.Tag(s.IDs...)
		},
	})
	l.add(OfOne, plain("gallery/album", fyne.KeyA), plain("viewer/album", fyne.KeyA), Action{
		Label: lang.L("Album…"), Icon: resources.IconFolder, Hidden: s.Trashed, Disabled: none, Do: func() {
			to.Album(s.IDs...)
		},
	})
	l.add(OfOne, plain("gallery/export", fyne.KeyX), plain("viewer/export", fyne.KeyX), Action{
		Label: lang.L("Export…"), Icon: resources.IconExport, Hidden: s.Trashed, Disabled: none, Do: func() {
			to.Export(s.IDs...)
		},
	})
	l.add(OfOne, plain("gallery/trash", fyne.KeyDelete, fyne.KeyBackspace),
		plain("viewer/trash", fyne.KeyDelete, fyne.KeyBackspace), Action{
			Label: lang.L("Move to Trash"), Icon: resources.IconTrash, Line: true, Hidden: s.Trashed, Disabled: none,
			Do: func() { to.Trash(s.IDs...) },
		})
	l.add(OfTrash, plain("gallery/restore", fyne.KeyU), plain("viewer/restore"), Action{
		Label: lang.L("Restore"), Icon: resources.IconUndo, Hidden: !s.Trashed, Disabled: none,
		Do: func() { to.Restore(s.IDs...) },
	})
	l.add(OfTrash, plain("gallery/forever", fyne.KeyDelete, fyne.KeyBackspace), plain("viewer/forever"), Action{
		Label: lang.L("Delete permanently…"), Icon: resources.IconTrash, Hidden: !s.Trashed, Disabled: none,
		Do: func() { to.DeleteForever(s.IDs...) },
	})
	return l.list
}

// checkLabel returns the label of the action that checks n clips.
func checkLabel(n int) string {
	if n < 2 {
		return lang.L("Check clip")
	}
	return lang.N("Check %s clip", "Check %s clips", n, lang.Number(n))
}

// reason returns why if cannot is set, otherwise "".
func reason(cannot bool, why string) string {
	if cannot {
		return why
	}
	return ""
}

// assetList gathers the actions with the names and the keys that they have in a place.
type assetList struct {
	in   AssetPlace
	list []Action
}

// reuse adds the actions that load the settings of a job into the composer. A picture has fewer.
func (l *assetList) reuse(to Targets, s Selection, disabled string) {
	a, kind := s.Asset, db.TextToVideo
	if a.Kind == db.Picture {
		kind = db.TextToImage
	}
	names := [][2]named{
		{plain("gallery/reuse", fyne.KeyR), plain("viewer/reuse", fyne.KeyU)},
		{plain("gallery/reusePrompt"), plain("viewer/reusePrompt")},
		{plain("gallery/reuseButSeed"), plain("viewer/reuseButSeed")},
	}
	for i, how := range order.RecallModes(db.TextToVideo) {
		l.add(OfOne|OfTrash, names[i][0], names[i][1], Action{
			Label: wording.Recall(how), Icon: resources.IconCreate, Hidden: a.ID != 0 && a.JobID == 0 ||
				!slices.Contains(order.RecallModes(kind), how),
			Rare: i > 0, Disabled: disabled, Do: func() { to.Reuse(a.JobID, how) },
		})
	}
}

// named is the ID of an action in one place, with its keys there.
type named struct {
	id   string
	keys []Chord
}

// plain is an ID with keys without a modifier.
func plain(id string, keys ...fyne.KeyName) named { return named{id, BareKeys(keys...)} }

// withCtrl is an ID with a key that is pressed with Ctrl.
func withCtrl(id string, key fyne.KeyName) named { return named{id, KeysWith(ctrl, key)} }

// add adds an action that is possible in some states, with its ID and keys in each place; the zero value: it is absent
// there.
func (l *assetList) add(when uint8, gallery, viewer named, a Action) {
	a.Group, a.Scope, a.Own, a.Once = lang.L("Gallery"), Scope{In: "gallery", When: when}, true, true
	here := gallery
	if l.in == InViewer {
		a.Group, a.Own = lang.L("Viewer: %s", lang.L("general")), false
		a.Scope = Scope{In: "viewer", When: when & OfOne}
		here = viewer
	}
	if here.id == "" {
		return
	}
	a.ID, a.Keys = here.id, here.keys
	l.list = append(l.list, a)
}
