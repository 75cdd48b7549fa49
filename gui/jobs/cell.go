package jobs

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
	"viviscope/gui/live"
	"viviscope/gui/status"
	"viviscope/resources"
)

// Heights of rows in px.
const (
	headHeight = 32
	jobHeight  = 56
)

// cellContext is what the cells of a list share.
type cellContext struct {
	*actions
	*listModel
	rows     *kit.List
	film     *film
	diskFull func() bool
	resized  func(id int64)            // the card of a click needs another height
	reveal   func(o fyne.CanvasObject) // scrolls a part of a card into sight
	focus    func(id int64)            // gives the keyboard to the row of a job
}

// cell shows a line of a list. Its layout is a card or a row. The list recycles it.
type cell struct {
	widget.BaseWidget
	progress // of a single job
	actionButtons
	ctx    *cellContext
	line   listLine
	title  *kit.Text
	about  *kit.Text // kind, model and settings of a single job
	layout layout
	root   fyne.CanvasObject
	texts  fyne.CanvasObject // what a screen reader reads
}

// layout is how a cell shows a line.
type layout interface {
	// fill shows everything but pictures and progress. st is the status of a single job.
	fill(l listLine, st status.Status, now time.Time)
	bindPictures(l listLine)
	unbindPictures()
	// fit adapts the layout to texts that changed.
	fit()
}

// newCell makes a cell. newLayout makes the widgets of the cell.
func newCell(ctx *cellContext, newLayout func(c *cell) layout) *cell {
	c := &cell{ctx: ctx}
	c.actionButtons = actionButtons{acts: ctx.actions, rows: ctx.rows}
	c.layout = newLayout(c)
	c.ExtendBaseWidget(c)
	return c
}

// fill shows everything but pictures, and does not follow the progress. That is enough to measure a cell.
func (c *cell) fill(l listLine) {
	c.line = l
	var st status.Status
	single := l.single() && !l.isHead()
	if single {
		st = c.ctx.Live.Status(l.items[0].liveRow())
	}
	c.layout.fill(l, st, c.ctx.Now())
	if single {
		c.set(st, c.detailOf(st))
	}
}

// bind shows a line and follows the progress of a single job.
func (c *cell) bind(l listLine) {
	c.fill(l)
	if l.single() && !l.isHead() {
		c.progress.bind(c.ctx.Live, l.items[0], c.detailBinding, c.progressed)
	} else {
		c.progress.Unbind()
	}
	c.layout.bindPictures(l)
	c.layout.fit()
}

// progressed adapts the layout to other texts. A card that has too little room for them gets more.
func (c *cell) progressed() {
	c.layout.fit()
	if c.ctx.asCards && c.HeightFor(c.Size().Width) > c.Size().Height {
		c.ctx.resized(c.line.id())
	}
}

// Unbind releases everything that is shown.
func (c *cell) Unbind() {
	c.progress.Unbind()
	c.layout.unbindPictures()
}

// detailOf returns the text beside the tag: a card has room for a sentence.
func (c *cell) detailOf(st status.Status) string {
	if c.ctx.asCards {
		return st.Sentence
	}
	return st.Detail
}

func (c *cell) detailBinding(job *live.Job) binding.String {
	if c.ctx.asCards {
		return job.Sentence
	}
	return job.Detail
}

// TappedSecondary opens the menu of the jobs.
func (c *cell) TappedSecondary(e *fyne.PointEvent) {
	if !c.line.isHead() {
		c.ctx.showClickMenu(c.line.click, e.AbsolutePosition)
	}
}

// AccessibilityLabel returns the texts of the cell. Pictures have their own.
func (c *cell) AccessibilityLabel() string { return kit.Words(c.texts) }

func (c *cell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// HeightFor returns the height in a width, in px.
func (c *cell) HeightFor(width float32) float32 { return kit.HeightFor(c.root, width) }

// MinSize returns the least size. The list gives each row its own height.
func (c *cell) MinSize() fyne.Size {
	if c.ctx.asCards {
		return c.BaseWidget.MinSize()
	}
	return fyne.NewSize(32, headHeight)
}

func (c *cell) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.root) }

func smallText(color fyne.ThemeColorName) *kit.Text {
	return kit.NewText("", resources.SizeSM, color, false)
}

func bodyText() *kit.Text { return kit.NewText("", resources.SizeBody, resources.Text1, false) }
