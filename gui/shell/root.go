package shell

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/resources"
)

// The measures of the window, in px.
const (
	minWidth   = 960 // of a screen of 1024 x 600 the bars of a desktop leave this much
	minHeight  = 476 // 506 with the menu bar, which Fyne draws above the content
	railWide   = 168
	railNarrow = 60   // fits the labels below the month's amount without breaking a word
	railTurn   = 1240 // under this width of the window the rail is narrow; both grow with the text
)

// noticeGap is the room around the notice at the bottom of the window, px.
const noticeGap = 2

// root lays out the pieces of the window. The notice floats above the status bar, so that no control moves when it
// appears and disappears.
type root struct {
	content *fyne.Container
	rail    *rail
	stage   *fyne.Container                  // holds the current place
	over    *fyne.Container                  // what covers rail and place
	made    appearance                       // the look at the start, which places are made for
	looks   map[fyne.CanvasObject]appearance // the look that each place was last shown in

	ground, line, top, status fyne.CanvasObject

	notices *notices

	covered bool
	bare    bool // only the overlay is shown
}

func newRoot(rail *rail, status fyne.CanvasObject, notices *notices) *root {
	r := &root{
		rail: rail, stage: container.NewStack(), over: container.NewStack(), made: appearanceNow(),
		looks:  map[fyne.CanvasObject]appearance{},
		ground: kit.NewGround(resources.BgWindow), line: kit.NewVRule(), top: kit.NewRule(), status: status,
		notices: notices,
	}
	r.over.Hide()
	// The order is the one that Tab follows: rail, place, notice. The last ones are drawn over the others.
	r.content = container.New(r, r.ground, rail.content, r.line, r.stage, status, r.over, r.top, notices.content)
	return r
}

// show puts a place into the window. The others are taken out, so that neither Tab nor a repaint reaches them.
func (r *root) show(o fyne.CanvasObject) {
	if len(r.stage.Objects) == 1 && r.stage.Objects[0] == o {
		return
	}
	r.stage.Objects = []fyne.CanvasObject{o}
	r.stage.Refresh()
	r.catchUp(o)
}

// catchUp repaints a place or an overlay that was hidden when colours or text sizes changed. Fyne repaints only visible
// objects.
func (r *root) catchUp(o fyne.CanvasObject) {
	now := appearanceNow()
	last, known := r.looks[o]
	if !known {
		last = r.made
	}
	r.looks[o] = now
	if last != now {
		settings := fyne.CurrentApp().Settings()
		settings.SetTheme(settings.Theme())
		if last.text != now.text {
			r.reflow()
		}
	}
}

// reflow lays everything out again that is in the window: texts of another size need other room.
func (r *root) reflow() {
	size := r.content.Size()
	if size.IsZero() {
		return
	}
	r.content.Resize(size.SubtractWidthHeight(1, 1))
	r.content.Resize(size)
}

// appearance is the background colour and text size that a place was painted with.
type appearance struct {
	ground color.Color
	text   float32 // px
}

// appearanceNow returns the current background colour and text size.
func appearanceNow() appearance {
	settings := fyne.CurrentApp().Settings()
	look := settings.Theme()
	return appearance{look.Color(resources.BgWindow, settings.ThemeVariant()), look.Size(resources.SizeBody)}
}

// cover shows one thing instead of rail and place; nil shows them again.
func (r *root) cover(o fyne.CanvasObject) {
	r.covered = o != nil
	r.over.Objects = nil
	if r.covered {
		r.over.Objects = []fyne.CanvasObject{o}
	}
	for _, under := range []fyne.CanvasObject{r.rail.content, r.line, r.stage} {
		kit.Show(under, !r.covered)
	}
	kit.Show(r.over, r.covered)
	r.content.Refresh()
}

// showBare shows what covers the places without the status bar, or with it again.
func (r *root) showBare(on bool) {
	r.bare = on
	kit.Show(r.status, !on)
	r.content.Refresh()
}

func (*root) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(minWidth, minHeight) }

// Layout places the pieces. In a narrow window the rail is narrow, and shows only the most important amount of the
// month.
func (r *root) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	rail, narrow := resources.Scaled(railWide), s.Width < resources.Scaled(railTurn)
	if narrow {
		rail = resources.Scaled(railNarrow)
	}
	r.rail.setNarrow(narrow)
	status := max(statusHigh, r.status.MinSize().Height)
	if r.bare {
		status = 0
	}
	h := s.Height - status
	kit.Place(r.ground, 0, 0, s.Width, s.Height)
	kit.Place(r.rail.content, 0, 0, rail, h)
	kit.Place(r.line, rail, 0, 1, h)
	kit.Place(r.top, 0, 0, s.Width, 1) // the menu bar ends here
	kit.Place(r.status, 0, h, s.Width, status)
	kit.Place(r.stage, rail+1, 0, s.Width-rail-1, h)
	kit.Place(r.over, 0, 0, s.Width, h)
	r.placeNotice()
}

// placeNotice puts the notice over the middle of the status bar. It is as wide as its text, and a long text makes it
// grow upwards.
func (r *root) placeNotice() {
	window, notice := r.content.Size(), r.notices.content
	if !notice.Visible() {
		return
	}
	w := min(r.notices.wide(), window.Width-2*noticeGap)
	h := kit.HeightFor(notice, w)
	kit.Place(notice, (window.Width-w)/2, window.Height-h-noticeGap, w, h)
	kit.Refit(notice)
}
