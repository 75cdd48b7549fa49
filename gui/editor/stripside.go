package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// stripSide is what can be done with the picture on the canvas, beside its versions.
type stripSide struct {
	before, save, export, more *widgets.Button
	box                        fyne.CanvasObject
}

// newStripSide makes it with words.
func newStripSide(on stripCalls) *stripSide {
	s := &stripSide{
		before: widgets.NewButton(lang.L("Compare")+"  \\", resources.IconCompare(), widgets.Plain, on.before).Small(),
		save:   widgets.NewButton(lang.L("Save marked copy"), resources.IconDownload(), widgets.Plain, on.save).Small(),
		export: widgets.NewButton(lang.L("Export…"), resources.IconExport(), widgets.Plain, on.export).Small(),
	}
	s.makeMore(on)
	s.box = widgets.NewColumn(6, s.before, s.save, widgets.NewRow(6, s.export, widgets.NewSpring(), s.more),
		widgets.NewText(lang.L("Every version stays here"), resources.SizeXS, resources.Text3, false))
	return s
}

// newBriefSide makes it of icons, for a strip whose versions would have no room beside the words.
func newBriefSide(on stripCalls) *stripSide {
	s := &stripSide{
		before: widgets.NewIconButton(resources.IconCompare(), lang.L("Compare"), on.before).Small(),
		save:   widgets.NewIconButton(resources.IconDownload(), lang.L("Save marked copy"), on.save).Small(),
		export: widgets.NewIconButton(resources.IconExport(), lang.L("Export…"), on.export).Small(),
	}
	s.makeMore(on)
	s.box = widgets.NewColumn(6, widgets.NewRow(6, s.before, s.save), widgets.NewRow(6, s.export, s.more))
	return s
}

func (s *stripSide) makeMore(on stripCalls) {
	s.more = widgets.NewIconButton(resources.IconMore(), lang.L("More to do with this picture"), nil).Small()
	s.more.OnTapped = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.more)
		on.more(at.AddXY(0, s.more.Size().Height))
	}
}

func (s *stripSide) enable(open, marked, before bool) {
	for b, can := range map[*widgets.Button]bool{s.before: before, s.save: marked, s.export: open, s.more: open} {
		if can {
			b.Enable()
		} else {
			b.Disable()
		}
	}
}

// stripLayout lays the versions beside what can be done with them: in words as long as these leave most of the width to the
// versions, else in icons.
type stripLayout struct{}

// sideShare is how much of the width words may have.
const sideShare = 0.45

// MinSize has room for a part of a version.
func (stripLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	versions, full, brief := o[0].MinSize(), o[1].MinSize(), o[2].MinSize()
	return fyne.NewSize(brief.Width+min(versions.Width, tileWidth), max(versions.Height, full.Height))
}

// Layout places the three.
func (stripLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	side, other := o[1], o[2]
	if side.MinSize().Width > sideShare*s.Width {
		side, other = other, side
	}
	setShown(side, true)
	setShown(other, false)
	w := side.MinSize().Width
	side.Move(fyne.NewPos(s.Width-w, 0))
	side.Resize(fyne.NewSize(w, s.Height))
	o[0].Resize(fyne.NewSize(max(s.Width-w, 0), s.Height))
}
