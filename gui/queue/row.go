package queue

import (
	"bytes"
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/marks"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Heights of a row in px.
const (
	headHeight = 32
	jobHeight  = 56
)

// How far columns may shrink: state and service copy to a share, the job to px.
const (
	leastShare = 0.55
	leastJob   = 72
)

// columns are shared by the head of the list and its rows: picture, job, state, cost, service copy, actions.
// In width px, what holds words grows with the text as far as there is room.
func columns(height, width float32) *widgets.Columns {
	const picture, state, cost, kept, actions, apart = 72, 220, 132, 136, 240, 5*12 + 2*16
	job, room := float32(160), width-picture-actions-apart
	grown := max(1, min(resources.Scaled(1), (room-resources.Scaled(job))/(state+cost+kept)))
	unpriced := fyne.MeasureText(lang.L("price not known"), theme.Size(resources.SizeSM), fyne.TextStyle{}).Width
	unsent := fyne.MeasureText(lang.L("est., not sent"), theme.Size(resources.SizeSM), fyne.TextStyle{}).Width + resources.Scaled(18) // its sign
	price := min(max(cost*grown, unpriced+4, unsent+4), 2*cost)
	if others := (room - job - price) / (state + kept); width > 0 && others < grown { // the amounts come first
		grown = max(others, leastShare)
		job = min(job, max(room-price-(state+kept)*grown, leastJob)) // what can be done with a job stays in sight
	}
	return &widgets.Columns{Gap: 12, Margin: 16, Height: height, Columns: []widgets.Column{
		{Width: picture}, {Width: job, Grow: true}, {Width: state * grown}, {Width: price}, {Width: kept * grown}, {Width: actions},
	}}
}

// rowLayout lays out the head of the list or a row of it. Its columns follow the text: they are not kept.
type rowLayout struct{ height float32 }

func (l rowLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return columns(l.height, 1).MinSize(o) }

func (l rowLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	columns(l.height, s.Width).Layout(o, s)
}

func newHead() fyne.CanvasObject {
	cell := func(s string, trailing bool) fyne.CanvasObject {
		t := widgets.NewText(s, resources.SizeSM, resources.Text2, false)
		if trailing {
			t.Trailing()
		}
		return t
	}
	return container.NewStack(widgets.NewGround(resources.BgPanel), container.New(rowLayout{30},
		cell("", false), cell(lang.X("column", "Job"), false), cell(lang.X("column", "State"), false), cell(lang.X("column", "Cost"), true), copyCell(cell(lang.L("Service copy"), false)), cell("", false)))
}

// rowView shows the head of a group or one job. The list recycles it.
type rowView struct {
	widget.BaseWidget
	s     *Screen
	shown item
	bound bool

	group      *fyne.Container
	groupName  *widgets.Text
	groupCount *widgets.Text
	groupNote  *widgets.Text

	line     *fyne.Container
	state    *fyne.Container // tag and detail over the progress
	said     *fyne.Container // tag and detail
	picture  *widgets.Picture
	prompt   *widgets.Text
	about    *widgets.Text
	tag      *widgets.Tag
	detail   *widgets.Text
	progress *widgets.Progress
	number   *widgets.Text
	word     *widgets.Text
	wordIcon *widgets.Icon
	copyTop  *widgets.Text
	copyLow  *widgets.Text
	actions  *fyne.Container
	under    *widgets.Ground
	ground   *widgets.Ground
	job      *live.Job // that the row is bound to; nil: none
	cancel   func()    // ends the wait for a picture that is no longer shown
}

func newRowView(s *Screen) *rowView {
	small := func(color fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, color, false).Ellipsis()
	}
	r := &rowView{
		s:          s,
		groupName:  widgets.NewText("", resources.SizeBody, resources.Text1, true),
		groupCount: widgets.NewText("", resources.SizeSM, resources.Text2, false),
		groupNote:  widgets.NewText("", resources.SizeSM, resources.Text3, false),
		picture:    widgets.NewPicture(fyne.NewSize(72, 41)),
		prompt:     widgets.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis(),
		about:      small(resources.Text2),
		tag:        widgets.NewTag(widgets.ToneNeutral, nil, ""),
		detail:     widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(2),
		progress:   widgets.NewProgress().Row(),
		number:     widgets.NewText("", resources.SizeBody, resources.Text1, false).Trailing(),
		word:       widgets.NewText("", resources.SizeSM, resources.Text2, false).Trailing().Ellipsis(),
		wordIcon:   widgets.NewIcon(nil, 14, resources.Text2),
		copyTop:    small(resources.Text1),
		copyLow:    small(resources.Text2),
		actions:    &fyne.Container{Layout: trailing{4}},
	}
	r.under, r.ground = widgets.NewRule(), widgets.NewGround(resources.BgPanel)
	r.ExtendBaseWidget(r)
	return r
}

func (r *rowView) CreateRenderer() fyne.WidgetRenderer {
	r.group = container.NewStack(r.ground,
		widgets.NewInset(0, 16, 0, 16, widgets.NewRow(8, r.groupName, r.groupCount, r.groupNote)))
	r.said = &fyne.Container{Layout: &saidLayout{}, Objects: []fyne.CanvasObject{r.tag, r.detail}}
	r.state = widgets.NewColumn(4, r.said, r.progress)
	r.line = container.New(rowLayout{jobHeight - 1},
		widgets.NewFixed(72, 41, r.picture),
		widgets.NewColumn(2, r.prompt, r.about),
		r.state,
		widgets.NewColumn(2, r.number, widgets.NewRow(4, widgets.NewSpring(), r.wordIcon, r.word)),
		copyCell(widgets.NewColumn(2, r.copyTop, r.copyLow)),
		r.actions)
	r.arrange()
	return widget.NewSimpleRenderer(&fyne.Container{Layout: lined{}, Objects: []fyne.CanvasObject{r.group, r.line, r.under}})
}

// MinSize is a row's least size; the list gives each line its own height.
func (r *rowView) MinSize() fyne.Size {
	return fyne.NewSize(columns(0, 1).MinSize(make([]fyne.CanvasObject, 0)).Width, headHeight)
}

func (r *rowView) arrange() {
	if r.group == nil {
		return
	}
	if r.shown.head != "" {
		r.group.Show()
		r.line.Hide()
	} else {
		r.group.Hide()
		r.line.Show()
	}
}

// set shows an item.
func (r *rowView) set(it item) {
	if r.bound && same(r.shown, it) {
		r.shown = it
		r.setState(it)
		return
	}
	if r.cancel != nil {
		r.cancel()
		r.cancel = nil
	}
	r.shown, r.bound = it, true
	r.arrange()
	if it.head != "" {
		r.unbind()
		r.groupName.SetText(it.head)
		r.groupCount.SetText(lang.N("%s job", "%s jobs", it.count, lang.Number(it.count)))
		r.groupNote.SetText(it.note)
		return
	}
	now := r.s.deps.Now()
	r.prompt.SetText(wording.Title(it.job))
	about := wording.JobLine(it.job)
	if r.s.manyProfiles {
		about += " · " + it.profile
	}
	r.about.SetText(about)
	r.number.SetSpans(costSpans(it)...)
	r.word.SetText(costWords(it))
	color := resources.Text2
	switch it.cost.Kind {
	case db.Refund:
		color = resources.OK
	case db.UnconfirmedEntry:
		color = resources.Warn
	}
	r.word.SetColor(color)
	r.wordIcon.Set(costIcon(it.cost), color)
	top, low := serviceCopy(it, now)
	r.copyTop.SetText(top)
	r.copyLow.SetText(low)
	failing := retention(it.job).Failing
	for _, t := range []*widgets.Text{r.detail, r.copyTop, r.copyLow} {
		t.SetColor(warnIf(failing, t != r.copyTop))
	}
	r.showPicture(it)
	r.actions.Objects = r.s.actions(it)
	r.actions.Refresh()
	r.setState(it)
}

// warnIf is the colour of words in a row; low ones are less important than the rest while all is well.
func warnIf(warn, low bool) fyne.ThemeColorName {
	switch {
	case warn:
		return resources.Warn
	case low:
		return resources.Text2
	}
	return resources.Text1
}

// setState shows what changes while a job runs, and binds the row to it.
func (r *rowView) setState(it item) {
	if it.head != "" {
		return
	}
	row := it.row()
	words := r.s.deps.Live.Words(row)
	_, tone := wording.State(it.job)
	r.tag.Set(marks.Tone(tone), marks.State(it.job.State), words.Status)
	if live.Runs(it.job.State) {
		job := r.s.deps.Live.Job(row)
		r.tag.Bind(job.Status, r.moved)
		r.detail.Bind(job.Detail, r.moved)
		r.progress.Bind(job.Progress, r.moved)
		r.job.Release()
		r.job = job
	} else {
		r.unbind()
		r.detail.SetText(stateDetail(it, r.s.deps.Now()))
		r.progress.SetShare(words.Share)
	}
	r.moved()
}

// Unbind is called when the row leaves the sight.
func (r *rowView) Unbind() {
	r.unbind()
	r.bound = false
}

func (r *rowView) unbind() {
	r.tag.Unbind()
	r.detail.Unbind()
	r.progress.Unbind()
	r.job.Release()
	r.job = nil
}

// moved shows how long the service's copy lives, and gives the tag and the detail beside it the widths of their words. A recycled row keeps
// its size, so nothing else would.
func (r *rowView) moved() {
	top, _ := serviceCopy(r.shown, r.s.deps.Now())
	r.copyTop.SetText(top)
	if r.line == nil {
		return
	}
	for _, c := range []*fyne.Container{r.line, r.state, r.said} {
		c.Layout.Layout(c.Objects, c.Size())
	}
}

func setShown(o fyne.CanvasObject, shown bool) {
	if shown {
		o.Show()
	} else {
		o.Hide()
	}
}

func (r *rowView) showPicture(it item) {
	icon := resources.IconFilm()
	if !it.job.Kind.IsVideo() {
		icon = resources.IconCamera()
	}
	r.picture.SetIcon(icon)
	r.picture.SetImage(nil)
	r.picture.OnDoubleTapped = nil
	if it.asset.ID == 0 {
		return
	}
	asset := it.asset
	r.picture.OnDoubleTapped = func() { r.s.deps.OnOpen(asset) }
	r.cancel = r.s.deps.Poster(asset, 144, func(img image.Image) {
		if r.shown.asset.ID == asset.ID {
			r.picture.SetImage(img)
		}
	})
}

// same reports whether two items look alike but for what their bindings show.
func same(a, b item) bool {
	return a.head == b.head && a.count == b.count && a.job.ID == b.job.ID && a.job.State == b.job.State && a.turn == b.turn &&
		a.cost == b.cost && a.asset.ID == b.asset.ID && a.job.ErrorMessage == b.job.ErrorMessage && a.job.ErrorCode == b.job.ErrorCode && a.job.Note == b.job.Note && a.job.ExpiresAt.Equal(b.job.ExpiresAt) && a.job.Hold == b.job.Hold && a.note == b.note &&
		a.job.Prompt == b.job.Prompt && bytes.Equal(a.job.Request, b.job.Request) && bytes.Equal(a.job.Inputs, b.job.Inputs) && a.job.InputPath == b.job.InputPath
}
