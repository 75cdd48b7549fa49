package boards

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// fullScreen shows an object on the whole screen, over everything else, and handles its keys.
type fullScreen struct {
	widget.BaseWidget
	shown fyne.CanvasObject
	keys  map[fyne.KeyName]func()
}

func newFullScreen(shown fyne.CanvasObject, keys map[fyne.KeyName]func()) *fullScreen {
	f := &fullScreen{shown: shown, keys: keys}
	f.ExtendBaseWidget(f)
	return f
}

// open fills the screen.
func (f *fullScreen) open(d *Deps) {
	c := d.Canvas()
	d.Viewer.FullScreen(true)
	c.Overlays().Add(f)
	f.Resize(c.Size())
	c.Focus(f)
}

// close leaves full screen.
func (f *fullScreen) close(d *Deps) {
	d.Viewer.FullScreen(false)
	d.Canvas().Overlays().Remove(f)
}

func (f *fullScreen) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(kit.NewGround(resources.BgMat), f.shown))
}

func (f *fullScreen) AccessibilityLabel() string { return lang.L("Full screen") }

func (f *fullScreen) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (f *fullScreen) FocusGained() {}

func (f *fullScreen) FocusLost() {}

func (f *fullScreen) TypedRune(rune) {}

func (f *fullScreen) TypedKey(e *fyne.KeyEvent) {
	if do := f.keys[e.Name]; do != nil {
		do()
	}
}
