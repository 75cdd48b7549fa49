package jobs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Heights of a row in px.
const (
	headHeight = 32
	jobHeight  = 56
)

// rowPixels is the size in which the picture of a row is asked for, in device pixels.
const rowPixels = 144

// newHead is the head of the columns.
func newHead(checkAll fyne.CanvasObject) fyne.CanvasObject {
	cell := func(s string) *kit.Text { return kit.NewText(s, resources.SizeSM, resources.Text2, false) }
	return container.NewStack(kit.NewGround(resources.BgPanel), inColumns(30, checkAll, cell(""), cell(lang.X("column", "Job")),
		cell(lang.X("column", "State")), cell(lang.X("column", "Cost")).Trailing(), copyCell(cell(lang.L("On the service until"))), cell("")))
}

// copyCell keeps the column of the service's copy apart from the costs, which end right beside it.
func copyCell(o fyne.CanvasObject) fyne.CanvasObject { return kit.NewInset(0, 0, 0, 12, o) }

// row shows the head of a group or one job in the queue. The list recycles it.
type row struct {
	widget.BaseWidget
	liveCell
	buttons
	q     *Queue
	shown item // of a job

	check      *kit.Toggle
	checkAll   *kit.Toggle // of a group, or of a click
	fold       *kit.Button
	review     *kit.Button // of a click that waits for approval
	group      *fyne.Container
	names      *fyne.Container
	groupName  *kit.Text
	groupCount *kit.Text
	groupNote  *kit.Text

	line     *fyne.Container
	column   *fyne.Container // what is said of the state over the progress
	said     *fyne.Container // tag and detail
	kind     *fyne.Container // of the amount
	picture  *kit.Picture    // one that cannot be made leaves the mat, which a click still opens
	preview  *media.Preview
	prompt   *kit.Text
	about    *kit.Text
	number   *kit.Text
	word     *kit.Text
	wordIcon *kit.Icon
	copyTop  *kit.Text
	copyLow  *kit.Text
	ends     *fyne.Container // the buttons at the end of their column
	whole    *fyne.Container
}

func newRow(q *Queue) *row {
	small := func(color fyne.ThemeColorName) *kit.Text {
		return kit.NewText("", resources.SizeSM, color, false)
	}
	body := func() *kit.Text { return kit.NewText("", resources.SizeBody, resources.Text1, false) }
	r := &row{
		q: q,
		liveCell: liveCell{tag: kit.NewTag(kit.ToneNeutral, nil, ""), text: small(resources.Text2).Wrap(true).MaxLines(2),
			bar: kit.NewProgress(4)},
		check:      kit.NewCheck(nil),
		checkAll:   kit.NewCheck(nil),
		fold:       kit.NewIconButton(resources.IconChevronDown, "", nil).Small().SetKind(kit.Quiet),
		review:     kit.NewButton(lang.L("Review…"), nil, kit.Plain, nil).Small(),
		groupName:  kit.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis(),
		groupCount: small(resources.Text2),
		groupNote:  small(resources.Text3),
		picture:    kit.NewPicture(fyne.NewSize(72, 41)),
		prompt:     body().Ellipsis(),
		about:      small(resources.Text2).Ellipsis(),
		number:     body().Trailing(),
		word:       small(resources.Text2).Trailing().Ellipsis(),
		wordIcon:   kit.NewIcon(nil, 14, resources.Text2),
		copyTop:    small(resources.Text1).Ellipsis(),
		copyLow:    small(resources.Text2).Ellipsis(),
	}
	r.preview = media.NewPreview(q.v.Posters, func() { r.picture.SetImage(r.preview.Image) })
	r.buttons = buttons{v: q.v, control: r.control, in: kit.NewRow(4)}
	under, ground := kit.NewRule(), kit.NewGround(resources.BgPanel)
	r.names = kit.NewRow(8, r.checkAll, r.fold, r.groupName, r.groupCount, r.groupNote, kit.NewSpring(), r.review)
	r.check.SetName(r.prompt)
	r.checkAll.SetName(r.groupName)
	r.group = container.NewStack(ground, kit.NewInset(0, 16, 0, 16, r.names))
	r.picture.SetName(r.prompt)
	r.said = kit.NewBeside(8, 88, r.tag, r.text)
	r.column = kit.NewColumn(4, r.said, r.bar)
	r.kind = kit.NewRow(4, kit.NewSpring(), r.wordIcon, r.word)
	r.ends = kit.NewRow(0, kit.NewSpring(), r.buttons.in)
	r.line = inColumns(jobHeight-1,
		r.check,
		kit.NewFixed(72, 41, r.picture),
		kit.NewColumn(2, r.prompt, r.about),
		r.column,
		kit.NewColumn(2, r.number, r.kind),
		copyCell(kit.NewColumn(2, r.copyTop, r.copyLow)),
		r.ends)
	kit.PassBy(r.check, r.checkAll, r.fold, r.review, r.picture)
	content := container.NewStack(r.group, r.line)
	r.whole = kit.NewFilled(0, content, content, under)
	r.ExtendBaseWidget(r)
	return r
}

// AccessibilityLabel returns the words of the row.
func (r *row) AccessibilityLabel() string { return kit.Words(r.whole) }

func (r *row) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// TappedSecondary opens the menu of a job.
func (r *row) TappedSecondary(e *fyne.PointEvent) {
	if r.line.Visible() {
		r.q.v.showMenu(r.shown, r.shown.asset, e.AbsolutePosition)
	}
}

// CreateRenderer draws the row.
func (r *row) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.whole) }

// MinSize is a row's least size; the list gives each line its own height.
func (r *row) MinSize() fyne.Size { return fyne.NewSize(32, headHeight) }

// setHead shows the head of a group, or of the jobs of one click.
func (r *row) setHead(l line) {
	r.Unbind()
	r.group.Show()
	r.line.Hide()
	n, q := len(l.of), r.q
	name, count, note := l.head.word(), lang.N("%s job", "%s jobs", n, lang.Number(n)), q.note(l.head, l.of)
	if l.head == all {
		first := l.of[0].Job
		if name = wording.Title(first); l.asks() {
			note = wording.Dotted(status.Of(first, status.Context{Now: q.v.Now()}).Detail, totalOf(l.of))
		} else {
			count = lang.L("%s jobs sent together", lang.Number(n))
		}
		r.review.OnTapped = func() { q.v.Review(first.Click) }
	}
	kit.Show(r.review, l.asks())
	r.groupName.SetText(name)
	r.groupCount.SetText(count)
	r.groupNote.SetText(note)
	r.fold.SetWord(lang.L("Collapse %s", name))
	r.fold.SetIcon(resources.IconChevronDown)
	if q.isFolded(l) {
		r.fold.SetWord(lang.L("Expand %s", name))
		r.fold.SetIcon(resources.IconChevronRight)
	}
	r.fold.OnTapped = func() { q.fold(l, !q.isFolded(l)) }
	r.checkAll.SetOn(q.hasMarked(l.of))
	r.checkAll.OnChanged = func(on bool) { q.mark(on, l.of) }
	layOut(r.names)
}

// set shows a job.
func (r *row) set(it item) {
	r.group.Hide()
	r.line.Show()
	r.shown = it
	r.check.SetOn(r.q.marked[it.ID])
	r.check.OnChanged = func(on bool) { r.q.mark(on, []item{it}) }
	r.prompt.SetText(wording.Title(it.Job))
	about := wording.JobLine(it.Job)
	if r.q.manyProfiles {
		about += " · " + it.profile.Name
	}
	r.about.SetText(about)
	r.number.SetSpans(it.number()...)
	r.word.SetText(it.cost.KindWord())
	icon, tone := it.costLook()
	r.word.SetColor(tone.Color())
	r.wordIcon.Set(icon, tone.Color())
	_, low := it.serviceCopy(r.q.v.Now())
	r.copyLow.SetText(low)
	top, other := resources.Text1, resources.Text2
	if it.retention().Failing {
		top, other = resources.Warn, resources.Warn
	}
	r.text.SetColor(other)
	r.copyTop.SetColor(top)
	r.copyLow.SetColor(other)
	r.showPicture(it)
	r.buttons.show(it.ID, r.q.actions(it), r.q.v.busy[it.ID])
	st := r.q.v.Live.Status(it.row())
	r.liveCell.set(st, st.Detail)
	r.bind(r.q.v.Live, it, func(job *live.Job) binding.String { return job.Detail }, r.moved)
	r.moved()
}

// number is the amount, with what money it is of.
func (it item) number() []kit.Span {
	if it.cost.Unpriced {
		return []kit.Span{{Text: lang.L("price not known"), Color: resources.Text2}}
	}
	number := []kit.Span{{Text: it.cost.Number, Bold: true}}
	if it.cost.Micros != nil {
		number = append(number, kit.Span{Text: it.money().Mark(""), Color: resources.Text2})
	}
	return number
}

// moved shows how long the service's copy lives, and gives what stands side by side the widths of its words.
func (r *row) moved() {
	top, _ := r.shown.serviceCopy(r.q.v.Now())
	r.copyTop.SetText(top)
	layOut(r.line, r.column, r.said, r.kind, r.ends, r.buttons.in)
}

// layOut lays containers out for other words in the size that they have: a recycled row keeps its size, so nothing else would.
func layOut(all ...*fyne.Container) {
	for _, c := range all {
		c.Layout.Layout(c.Objects, c.Size())
	}
}

func (r *row) showPicture(it item) {
	icon := resources.IconFilm
	if !it.Kind.IsVideo() {
		icon = resources.IconCamera
	}
	r.picture.SetIcon(icon)
	r.picture.OnTapped, r.picture.OnDrag = nil, nil
	if it.asset.ID != 0 {
		r.picture.OnDrag = func(at fyne.Position) { r.q.v.Window.Drag(at, it.asset.ID) }
		r.picture.OnDragEnd = r.q.v.Window.EndDrag
		r.picture.OnTapped = func() { r.q.view(it.asset) }
	}
	a := it.asset
	if a.ID == 0 {
		a = it.source
	}
	r.preview.Load(a, rowPixels)
	r.picture.SetImage(r.preview.Image)
}

// inRow are the actions that a row has room for, in their order.
var inRow = []string{approve, sendHeld, editHeld, notCharged, askAgain, resolve, tryNow, askSame, stop, watch, open, reveal, remove}

// actions are those that a row has a button for. What became of a job is asked in a sheet, unless the service said it.
func (q *Queue) actions(it item) (list []action.Action) {
	can := q.v.actions(it)
	for _, id := range inRow {
		if id == stop && action.ByID(list, askAgain).ID != "" {
			continue // there is no room for two words; the menu has it
		}
		i := slices.IndexFunc(can, func(a action.Action) bool { return a.ID == id })
		if i >= 0 && (id != notCharged || status.Of(it.Job, status.Context{}).Answer != "") {
			if list = append(list, can[i]); id == open {
				list[len(list)-1].Do = func() { q.view(it.asset) }
			}
		}
	}
	if beside := list; it.State.Ended() {
		list = q.v.withMenu(list, func() []action.Action { return q.v.inMenu(it, it.asset, beside) })
	}
	return list
}

// control is one of the buttons of the row: an icon button for an action that has an icon, else one with its words.
func (r *row) control(a action.Action, do func()) fyne.CanvasObject {
	b := r.button(a, do)
	kit.PassBy(b)
	return b
}

func (r *row) button(a action.Action, do func()) *kit.Button {
	if a.Icon != nil {
		return kit.NewIconButton(a.Icon, a.Label, do).SetKind(kit.Quiet)
	}
	label := a.Label
	switch { // the column of costs says the rest
	case a.ID == sendHeld && r.shown.again == nil:
		label = lang.X("verb", "Send")
	case a.ID == sendHeld:
		label = lang.L("Send · %s", r.shown.money().Of(*r.shown.again))
	}
	return kit.NewButton(label, nil, kit.Plain, do)
}

// How far columns may shrink: state and service copy to a share, the job to px.
const (
	leastShare = 0.55
	leastJob   = 72
)

// columns are shared by the head of the list and its rows: check box, picture, job, state, cost, service copy, actions.
// In width px, what holds words grows with the text as far as there is room.
func columns(width float32) []kit.Column {
	const picture, wide, state, cost, kept, apart = 72, 260, 204, 132, 120, 6*12 + 2*16 // the others grow where the job has a wide column
	check, actions := resources.Scaled(18), min(resources.Scaled(176), 240)
	job, room := float32(160), width-check-picture-actions-apart
	grown := max(1, min(resources.Scaled(1), (room-resources.Scaled(wide))/(state+cost+kept)))
	words := func(s string) float32 {
		return fyne.MeasureText(s, theme.Size(resources.SizeSM), fyne.TextStyle{}).Width
	}
	price := min(max(cost*grown, words(lang.L("price not known"))+4), 2*cost)
	if others := (room - job - price) / (state + kept); others < grown { // the amounts come first
		grown = max(others, leastShare)
		job = min(job, max(room-price-(state+kept)*grown, leastJob)) // what can be done with a job stays in sight
	}
	return []kit.Column{
		{Width: check}, {Width: picture}, {Width: job, Grow: true}, {Width: state * grown}, {Width: price}, {Width: kept * grown}, {Width: actions},
	}
}

// inColumns lays out the head of the list or a row of it. The columns follow the text.
func inColumns(height float32, cells ...fyne.CanvasObject) *fyne.Container {
	return container.New(&kit.Columns{Gap: 12, Margin: 16, Height: height, Of: columns}, cells...)
}
