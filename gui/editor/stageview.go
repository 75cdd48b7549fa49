package editor

import (
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/editor/paint"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// thumbPause is how long nothing is painted before the small picture of the canvas is made anew, and thumbSide how large.
const (
	thumbPause = 300 * time.Millisecond
	thumbSide  = 256
)

// painted puts the pixels of a canvas that was opened onto the stage.
func (s *Screen) painted(surface *paint.Surface) {
	s.surface, s.shown = surface, surface.Size()
	s.stage.SetSource(surface)
	s.showBar()
	s.showOverlay()
	s.miniature()
}

// repainted shows what changed.
func (s *Screen) repainted(damage []image.Rectangle) {
	if s.surface == nil {
		return
	}
	if size := s.surface.Size(); size != s.shown {
		s.shown = size
		s.stage.Changed()
	} else {
		s.stage.Changed(damage...)
	}
	s.miniature()
}

// notPainted says that a canvas could not be painted, because a picture that it is made of is missing.
func (s *Screen) notPainted(err error) {
	s.d.Log.Warn("cannot paint the canvas", slog.Any("err", err))
	s.notice(lang.L("A picture of this canvas cannot be shown.")+" "+troubleWords(err), action.Action{Label: lang.L("Undo"), Do: s.Undo})
}

// miniature makes the small picture of the canvas once nothing has been painted for a moment.
func (s *Screen) miniature() {
	if s.stopThumb != nil {
		s.stopThumb()
	}
	surface := s.surface
	s.stopThumb = s.d.After(thumbPause, func() {
		size, level := surface.Size(), 0
		for max(size.X, size.Y)>>level > thumbSide {
			level++
		}
		cells := func(n int) int { return (n + 1<<level - 1) >> level }
		im := image.NewRGBA(image.Rect(0, 0, cells(size.X), cells(size.Y)))
		surface.Draw(im, image.Rectangle{Max: size}, level)
		s.d.Post(func() {
			if s.surface == surface && !s.peeking {
				s.thumb = im
				s.tell()
			}
		})
	})
}

// emptyView stands on the stage while no picture does: what can be opened, what is being opened, or why nothing was.
type emptyView struct {
	s    *Screen
	was  [2]string
	open bool
	box  *fyne.Container
}

func newEmptyView(s *Screen) *emptyView { return &emptyView{s: s, box: container.NewStack()} }

// showStage shows what stands on the stage, or in its place.
func (s *Screen) showStage() {
	v := s.empty
	if s.page != nil {
		s.showOver()
		return
	}
	setShown(v.box, true)
	if v.was == [2]string{s.opening, s.failure} && len(v.box.Objects) > 0 && !v.open {
		return
	}
	v.was, v.open = [2]string{s.opening, s.failure}, false
	var instead fyne.CanvasObject
	switch {
	case s.opening != "":
		instead = widgets.NewEmpty(resources.IconPicture(), s.opening, lang.L("It appears here as soon as it is there."), nil)
	case s.failure != "":
		instead = widgets.NewEmpty(resources.IconWarning(), lang.L("Nothing was opened"), s.failure, v.ways())
	default:
		instead = widgets.NewEmpty(resources.IconBrush(), lang.L("Open a picture to change it"),
			lang.L("Drop one here, from a folder or a browser, or paste its address. Nothing leaves this computer until you send it, and no connection is needed to draw."), v.ways())
	}
	v.box.Objects = []fyne.CanvasObject{widgets.NewGround(resources.BgScreen), instead}
	v.box.Refresh()
}

// showOver shows what happens to another picture while one is on the canvas.
func (s *Screen) showOver() {
	v := s.empty
	setShown(v.box, false)
	v.open = true
	switch {
	case s.opening != "":
		s.whisper(s.opening)
	case s.failure != "":
		s.notice(s.failure)
		s.failure = ""
	}
}

// ways are the buttons for all that can be opened.
func (v *emptyView) ways() fyne.CanvasObject {
	s := v.s
	const edge = 16
	row := container.New(lines{8, func() float32 { return s.pad.Size().Width - 2*edge }})
	add := func(word string, icon fyne.Resource, kind widgets.ButtonKind, do func(), offered bool) {
		if offered {
			row.Add(widgets.NewButton(word, icon, kind, do))
		}
	}
	add(lang.L("Gallery…"), resources.IconGallery(), widgets.Primary, s.ChooseGallery, s.d.OnChooseGallery != nil)
	add(lang.L("File…"), resources.IconFolderOpen(), widgets.Plain, s.ChooseFile, s.d.OnChooseFile != nil)
	add(lang.L("Paste"), resources.IconLink(), widgets.Plain, s.Paste, true)
	add(lang.L("Empty sheet…"), resources.IconPlus(), widgets.Plain, s.OpenBlank, true)
	return row
}
