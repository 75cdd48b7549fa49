package jobs

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// jobRow shows one job in columns, or the head of a group or of a click. The keyboard acts on the whole row, so Tab
// skips its controls.
type jobRow struct {
	*cell

	head     *fyne.Container // of a group, or of a click
	names    *fyne.Container
	indent   *fyne.Container // before the name of a click
	checkAll *kit.Toggle
	foldIcon *kit.Button
	name     *kit.Text
	count    *kit.Text
	note     *kit.Text
	approve  *kit.Button

	job      *fyne.Container
	check    *kit.Toggle
	picture  *kit.Picture
	preview  *media.Preview
	state    *fyne.Container // tag and detail over the progress
	tagged   *fyne.Container // tag and detail
	number   *kit.Text
	kind     *fyne.Container // of the amount
	kindIcon *kit.Icon
	kindText *kit.Text
	left     *kit.Text       // how long the service keeps its copy
	saved    *kit.Text       // whether ours is saved
	ends     *fyne.Container // the buttons at the end of their column
}

func newRow(of *cell) layout {
	r := &jobRow{cell: of}
	content := container.NewStack(r.buildHead(), r.buildJob())
	kit.SkipTab(r.check, r.checkAll, r.foldIcon, r.approve, r.picture)
	whole := kit.NewFilled(0, content, content, kit.NewRule())
	r.root, r.texts = whole, whole
	return r
}

func (r *jobRow) buildHead() fyne.CanvasObject {
	r.checkAll = kit.NewCheck(func(on bool) { r.ctx.selectAll(on, r.line.items) })
	toggle := func() { r.ctx.fold(r.line, !r.ctx.isFolded(r.line)) }
	r.foldIcon = kit.NewIconButton(resources.IconChevronDown, "", toggle)
	r.foldIcon.Small().SetKind(kit.Quiet)
	r.name = kit.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis()
	r.count, r.note = smallText(resources.Text2), smallText(resources.Text3)
	r.approve = kit.NewButton(lang.L("Review…"), nil, kit.Plain, func() { r.ctx.Review(r.line.foldKey()) }).Small()
	r.checkAll.SetName(r.name)
	r.indent = kit.NewFixed(innerIndent-8, 0, kit.NewSpring())
	r.names = kit.NewRow(8, r.checkAll, r.indent, r.foldIcon, r.name, r.count, r.note, kit.NewSpring(), r.approve)
	r.head = container.NewStack(kit.NewGround(resources.BgPanel), kit.NewInset(0, 16, 0, 16, r.names))
	return r.head
}

func (r *jobRow) buildJob() fyne.CanvasObject {
	r.check = kit.NewCheck(func(on bool) { r.ctx.selectAll(on, r.line.items) })
	r.picture = kit.NewPicture(fyne.NewSize(72, 41))
	r.preview = media.NewPreview(r.ctx.Posters, func() { r.picture.SetImage(r.preview.Image) })
	r.title, r.about = bodyText().Ellipsis(), smallText(resources.Text2).Ellipsis()
	r.progress = progress{tag: kit.NewTag(kit.ToneNeutral, nil, ""), bar: kit.NewProgress(4),
		text: smallText(resources.Text2).Wrap(true).MaxLines(2)}
	r.number, r.kindText = bodyText().Trailing(), smallText(resources.Text2).Trailing().Ellipsis()
	r.kindIcon = kit.NewIcon(nil, 14, resources.Text2)
	r.left, r.saved = smallText(resources.Text1).Ellipsis(), smallText(resources.Text2).Ellipsis()
	r.actionButtons.make, r.actionButtons.in = r.button, kit.NewRow(4)
	r.check.SetName(r.title)
	r.picture.SetName(r.title)

	r.tagged = kit.NewBeside(8, 88, kit.NewHintedTag(r.tag), r.text)
	r.state = kit.NewColumn(4, r.tagged, r.bar)
	r.kind = kit.NewRow(4, kit.NewSpring(), r.kindIcon, r.kindText)
	r.ends = kit.NewRow(0, kit.NewSpring(), r.actionButtons.in)
	columns := func(width float32) []kit.Column { return indented(columns(width), r.line.inner) }
	r.job = inColumns(jobHeight-1, columns, r.check, kit.NewFixed(72, 41, r.picture),
		kit.NewColumn(2, r.title, r.about),
		r.state, kit.NewColumn(2, r.number, r.kind), copyColumn(kit.NewColumn(2, r.left, r.saved)), r.ends)
	return r.job
}

// fill shows a head or a job.
func (r *jobRow) fill(l listLine, st status.Status, now time.Time) {
	kit.Show(r.head, l.isHead())
	kit.Show(r.job, !l.isHead())
	if l.isHead() {
		r.fillHead(l, now)
	} else {
		r.fillJob(l, now)
	}
}

func (r *jobRow) fillHead(l listLine, now time.Time) {
	n := len(l.items)
	name, count, note := l.group.label(), lang.N("%s job", "%s jobs", n, lang.Number(n)), r.ctx.groupNote(l)
	kit.Show(r.indent, l.kind == clickLine)
	if l.kind == clickLine {
		name = l.title() // as on its card beside the form
		note = l.costLine()
	}
	if l.asksApproval() {
		reason := status.Of(l.items[0].Job, status.Context{Now: now}).Detail
		note = wording.Dotted(reason, totalOf(l.items))
	}
	kit.Show(r.approve, l.asksApproval())
	r.name.SetText(name)
	r.count.SetText(count)
	r.note.SetText(note)
	r.foldIcon.SetWord(lang.L("Collapse %s", name))
	r.foldIcon.SetIcon(resources.IconChevronDown)
	if r.ctx.isFolded(l) {
		r.foldIcon.SetWord(lang.L("Expand %s", name))
		r.foldIcon.SetIcon(resources.IconChevronRight)
	}
	r.checkAll.SetOn(r.ctx.allSelected(l.items))
}

func (r *jobRow) fillJob(l listLine, now time.Time) {
	it := l.items[0]
	r.check.SetOn(r.ctx.selected[it.ID])
	r.title.SetText(wording.Title(it.Job))
	about := wording.JobLine(it.Job)
	if r.ctx.nameProfiles {
		about += " · " + it.profile.Name
	}
	r.about.SetText(about)
	r.number.SetSpans(it.number()...)
	icon, tone := it.costLook()
	r.kindText.SetText(it.cost.KindWord())
	r.kindText.SetColor(tone.Color())
	r.kindIcon.Set(icon, tone.Color())
	first, other := resources.Text1, resources.Text2
	if it.retention().Failing {
		first, other = resources.Warn, resources.Warn
	}
	r.text.SetColor(other)
	r.left.SetColor(first)
	r.saved.SetColor(other)
	_, saved := it.serviceCopy(now)
	r.saved.SetText(saved)
	r.actionButtons.show(it.ID, r.ctx.onRow(it), r.ctx.busy[it.ID])
}

// fit shows how long the service still keeps its copy, and lays out the texts in their current widths.
func (r *jobRow) fit() {
	if r.line.isHead() {
		relayout(r.names)
		return
	}
	left, _ := r.line.items[0].serviceCopy(r.ctx.Now())
	r.left.SetText(left)
	relayout(r.job, r.state, r.tagged, r.kind, r.ends, r.actionButtons.in)
}

func (r *jobRow) bindPictures(l listLine) {
	if l.isHead() {
		return
	}
	it := l.items[0]
	icon := resources.IconFilm
	if !it.Kind.IsVideo() {
		icon = resources.IconCamera
	}
	r.picture.SetIcon(icon)
	r.picture.OnTapped, r.picture.OnDrag = nil, nil
	if it.asset.ID != 0 {
		r.picture.OnDrag = func(at fyne.Position) { r.ctx.Window.Drag(at, it.asset.ID) }
		r.picture.OnDragEnd = r.ctx.Window.EndDrag
		r.picture.OnTapped = func() { r.ctx.Window.ViewIn(r.ctx.sequence(), it.asset) }
	}
	a := it.asset
	if a.ID == 0 {
		a = it.source
	}
	r.preview.Load(a, framePixels)
	r.picture.SetImage(r.preview.Image)
}

func (r *jobRow) unbindPictures() {}

// button makes a button for an action: its icon if it has one, else its label.
func (r *jobRow) button(a action.Action, do func()) fyne.CanvasObject {
	press := func() {
		r.ctx.focus(r.line.items[0].ID)
		do()
	}
	b := kit.NewButton(r.label(a), nil, kit.Plain, press)
	if a.Icon != nil {
		b = kit.NewIconButton(a.Icon, a.Label, press).SetKind(kit.Quiet)
	}
	if a.Spends {
		b.SpendsIn(r.ctx.rows)
	}
	kit.SkipTab(b)
	return b
}

// label shortens the label of Send: the column of costs has the rest.
func (r *jobRow) label(a action.Action) string {
	if a.ID != actSend {
		return a.Label
	}
	it := r.line.items[0]
	if it.again == nil {
		return lang.X("verb", "Send")
	}
	return lang.L("Send · %s", it.money().Of(*it.again))
}

// headsHeight is the least height of the line with the names of the columns, px.
const headsHeight = 30

// columnHeads is the line with the names of the columns. A click on a name sorts by its column.
type columnHeads struct {
	model   *listModel
	heads   map[column]*kit.ColumnHead
	content fyne.CanvasObject
}

func newColumnHeads(m *listModel, checkAll fyne.CanvasObject) *columnHeads {
	h := &columnHeads{model: m, heads: map[column]*kit.ColumnHead{}}
	head := func(c column, word string) *kit.ColumnHead {
		h.heads[c] = kit.NewColumnHead(word, c == costColumn, headsHeight-2, func() { m.sortBy(c) })
		return h.heads[c]
	}
	none := func() fyne.CanvasObject { return kit.NewText("", resources.SizeSM, resources.Text2, false) }
	h.content = container.NewStack(kit.NewGround(resources.BgPanel),
		inColumns(headsHeight, headColumns, checkAll, none(),
			head(jobColumn, lang.X("column", "Job")), head(stateColumn, lang.X("column", "State")),
			head(costColumn, lang.X("column", "Cost")),
			copyColumn(head(keptColumn, keptHead())), none()))
	return h
}

// refresh shows by which column the list is sorted.
func (h *columnHeads) refresh() {
	for c, head := range h.heads {
		head.SetOrder(h.model.order.of(c))
	}
}

// keptHead returns the name of the column of the service's copy.
func keptHead() string { return lang.L("Available until") }

// copyInset is the gap between the costs, which are aligned to the right, and the service's copy, px.
const copyInset = 12

// copyColumn keeps the column of the service's copy apart from the costs.
func copyColumn(o fyne.CanvasObject) fyne.CanvasObject { return kit.NewInset(0, 0, 0, copyInset, o) }

// headColumns returns the columns of the head. They are those of the list, except that the name of the service's copy
// extends over the actions, which have no name, if its own column is too narrow.
func headColumns(width float32) []kit.Column {
	all := columns(width)
	kept, actions := &all[len(all)-2], &all[len(all)-1]
	more := min(max(kit.HeadWidth(keptHead(), true)+copyInset-kept.Width, 0), actions.Width)
	kept.Width += more
	actions.Width -= more
	return all
}

// How far columns shrink: state and service copy to a share, the job to px.
const (
	minShare    = 0.55
	minJobWidth = 72
)

// columns returns the columns of the list and its head in a width, px: check box, picture, job, state, cost, service
// copy, actions. Columns with text grow with its size as far as there is room.
func columns(width float32) []kit.Column {
	const picture, wideJob, state, cost, kept, gaps = 72, 260, 204, 132, 120, 6*12 + 2*16
	check, actions := resources.Scaled(18), min(max(resources.Scaled(176), sendWidth()), 240)
	job, room := float32(160), width-check-picture-actions-gaps
	grown := max(1, min(resources.Scaled(1), (room-resources.Scaled(wideJob))/(state+cost+kept)))
	unknown := lang.L("price not known")
	unknownWidth := fyne.MeasureText(unknown, theme.Size(resources.SizeSM), fyne.TextStyle{}).Width
	price := min(max(cost*grown, unknownWidth+4), 2*cost)
	if others := (room - job - price) / (state + kept); others < grown { // amounts come first
		grown = max(others, minShare)
		job = min(job, max(room-price-(state+kept)*grown, minJobWidth)) // the actions stay in sight
	}
	return []kit.Column{{Width: check}, {Width: picture}, {Width: job, Grow: true}, {Width: state * grown},
		{Width: price}, {Width: kept * grown}, {Width: actions}}
}

// sendWidth returns the width of the buttons of a held job, px: Send with its price, and two icons. Words are longer in
// some languages.
func sendWidth() float32 {
	const padding, icons = 2 * 12, 2 * (32 + 4)
	word := lang.L("Send · %s", "¥9.99")
	return fyne.MeasureText(word, theme.Size(resources.SizeBody), fyne.TextStyle{}).Width + padding + icons
}

// inColumns lays out the head of the list or a row of it.
func inColumns(height float32, of func(width float32) []kit.Column, cells ...fyne.CanvasObject) *fyne.Container {
	return container.New(&kit.Columns{Gap: 12, Margin: 16, Height: height, Of: of}, cells...)
}

// innerIndent is how far the head of a click and the jobs below it are indented, px.
const innerIndent = 20

// indented returns the columns of a row: those of an inner row are indented at the expense of the job.
func indented(list []kit.Column, inner bool) []kit.Column {
	if inner {
		list[0].Width += innerIndent
		list[2].Width -= innerIndent
	}
	return list
}
