package viewer

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// detail is the pane at the right: what made the asset, where it came from and what it became, and what can be done next.
type detail struct {
	s       *Screen
	state   *widgets.Tag
	kind    *widgets.Tag
	amount  *widgets.Text
	ledger  *widgets.Link
	head    fyne.CanvasObject // over the prompt
	prompt  *widgets.Text
	without *widgets.Text
	note    *widgets.Text // of a person
	made    *facts.List
	family  *facts.Family
	file    *facts.List
	use     *widgets.Text
	reuse   *widgets.Button
	last    *widgets.Button
	first   *widgets.Button
	second  *widgets.Button
	frame   *widgets.Button // of a clip
	again   *widgets.Button
	rows    [3]*fyne.Container // of buttons
	scroll  *container.Scroll
	foot    *fyne.Container
	object  fyne.CanvasObject
	shown   int64
}

func newDetail(s *Screen) *detail {
	d := &detail{s: s}
	small := func(c fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, c, false).Wrap(true)
	}
	d.state, d.kind = widgets.NewTag(widgets.ToneOK, resources.IconCheckCircle(), lang.X("state", "Saved")), widgets.NewTag(widgets.ToneNeutral, nil, "")
	d.amount = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	d.ledger = widgets.NewLink(lang.L("Ledger"), s.ledger)
	d.prompt = widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	d.without, d.note, d.use = small(resources.Text2), small(resources.Text2), small(resources.Text3)
	d.head = widgets.NewRow(8, widgets.NewText(lang.L("Prompt"), resources.SizeSM, resources.Text2, false), widgets.NewSpring(),
		widgets.NewLink(lang.X("verb", "Copy"), func() { s.d.Copy(s.asset.Prompt); s.Focus() }))
	d.made, d.file, d.family = facts.NewList(), facts.NewList(), newFamily(s)
	button := func(word string, do func()) *widgets.Button { return widgets.NewButton(word, nil, widgets.Plain, do) }
	d.reuse = button(lang.L("Reuse settings"), s.reuse)
	d.last = button(lang.L("Last frame…"), s.lastFrame)
	d.first = button(lang.L("As first frame"), func() { s.useAsFrame(0) })
	d.second = button(lang.L("As last frame"), func() { s.useAsFrame(1) })
	d.frame = button(lang.L("Edit this frame"), func() { s.clip.editFrame() })
	d.again = button(lang.L("One more"), s.again)
	open := widgets.NewLink(lang.L("Open outside"), s.openOutside)
	reveal := widgets.NewLink(lang.L("Show in folder"), s.reveal)
	export := widgets.NewLink(lang.L("Export…"), s.export)
	show(export, s.d.OnExport != nil)
	show(open, s.d.OnOpen != nil)
	show(reveal, s.d.OnReveal != nil)
	content := widgets.NewColumn(8,
		widgets.NewFlow(8, d.state, d.kind, d.amount),
		widgets.NewColumn(2, d.head, d.prompt, d.without, d.note), widgets.NewRule(),
		d.made.Object, d.family.Object, widgets.NewRule(), d.file.Object, widgets.NewFlow(16, open, reveal, export, d.ledger))
	d.scroll = container.NewVScroll(container.New(paneLayout{}, content))
	for i, row := range [][]fyne.CanvasObject{{d.reuse, d.last}, {d.first, d.second, d.frame}, {d.again}} {
		d.rows[i] = &fyne.Container{Layout: evenLayout{}, Objects: row}
	}
	d.foot = widgets.NewColumn(8, d.use, d.rows[0], d.rows[1], d.rows[2])
	under := container.NewStack(widgets.NewGround(resources.BgPanel),
		widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(12, edge, 12, edge, d.foot)))
	d.object = container.NewStack(widgets.NewGround(resources.BgPanel),
		&fyne.Container{Layout: sideLayout{}, Objects: []fyne.CanvasObject{d.scroll, under}})
	return d
}

// show writes everything that is known of the asset.
func (d *detail) show() {
	s := d.s
	a, b, now := s.asset, s.known.facts, s.d.Now()
	d.showState()
	d.kind.Set(widgets.ToneNeutral, nil, kindOf(b.Job))
	show(d.kind, s.known.read)
	cost := wording.CostOf(b.Job, b.Entries)
	word := cost.Word
	if b.Sandbox {
		word = lang.L("%s (sandbox)", word)
	}
	d.amount.SetSpans(widgets.Span{Text: cost.Number, Bold: true, Color: resources.Text1}, widgets.Span{Text: " " + word, Color: resources.Text2})
	show(d.amount, b.Job.ID != 0 && cost.Number != "—")
	show(d.ledger, s.d.OnLedger != nil && b.Job.ID != 0)
	show(d.head, a.Prompt != "")
	show(d.prompt, a.Prompt != "")
	d.prompt.SetText(a.Prompt)
	not := wording.AskedOf(b.Job).NegativePrompt
	show(d.without, not != "")
	d.without.SetText(lang.X("negative prompt", "Not: %s", not))
	show(d.note, a.Note != "" || s.known.unread)
	d.note.SetText(lang.L("Note: %s", a.Note))
	if s.known.unread {
		d.note.SetText(lang.L("Not all that is known of it could be read. It is read again with the next change."))
	}
	d.made.Set(append(facts.Made(a, b, now), facts.Task(b)...))
	d.family.Show(a, s.known.family)
	d.file.Set(slices.Concat(facts.Copy(a, b, now), s.file(), facts.Hash(a)))
	d.showUse()
	if d.shown != a.ID {
		d.shown = a.ID
		d.scroll.ScrollToTop()
	}
	d.object.Refresh()
}

// file says which file it is, and that it is whole: of a picture only once it was decoded.
func (s *Screen) file() []facts.Fact {
	if s.asset.Kind == db.Clip {
		return facts.File(s.asset, !s.clip.broken || s.clip.state.Err == nil)
	}
	k := s.shelf.get(s.asset.ID)
	return facts.File(s.asset, k != nil && k.err == nil)
}

// showState tells whether the file is safe.
func (d *detail) showState() {
	switch a := d.s.asset; {
	case d.s.known.gone:
		d.state.Set(widgets.ToneWarn, resources.IconWarning(), lang.X("state", "Deleted"))
	case !a.TrashedAt.IsZero():
		d.state.Set(widgets.ToneWarn, resources.IconTrash(), lang.L("In the trash"))
	default:
		d.state.Set(widgets.ToneOK, resources.IconCheckCircle(), lang.X("state", "Saved"))
	}
}

// showUse offers what can be done with the asset now.
func (d *detail) showUse() {
	s := d.s
	isClip, job := s.asset.Kind == db.Clip, s.known.facts.Job.ID != 0
	use := s.use()
	show(d.reuse, s.d.OnReuse != nil && job)
	show(d.last, s.d.OnLastFrame != nil && isClip)
	show(d.first, s.d.OnFrame != nil && !isClip)
	show(d.second, s.d.OnFrame != nil && !isClip)
	show(d.frame, s.d.OnEditFrame != nil && isClip && s.asset.TrashedAt.IsZero())
	enable(d.first, use.Frame)
	enable(d.second, use.Frame)
	words := lang.L("One more")
	if s.known.price != "" {
		words += " · " + s.known.price
	}
	d.again.SetText(words)
	show(d.again, s.d.OnAgain != nil && job)
	show(d.use, s.d.OnFrame != nil && !isClip && s.asset.ID != 0)
	d.use.SetText(use.Note)
	colour := resources.Text3
	if use.Warn {
		colour = resources.Warn
	}
	d.use.SetColor(colour)
	for _, row := range d.rows {
		seen := false
		for _, b := range row.Objects {
			seen = seen || b.Visible()
		}
		show(row, seen)
	}
}

// paneLayout gives the content the width of the pane and the height that it needs.
type paneLayout struct{}

// MinSize is the height in the width of the pane.
func (paneLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(detailWidth, widgets.HeightFor(o[0], detailWidth-2*edge)+24)
}

// Layout places the content.
func (paneLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := s.Width - 2*edge
	put(o[0], edge, 12, w, widgets.HeightFor(o[0], w))
}

// sideLayout puts a foot under what scrolls.
type sideLayout struct{}

// MinSize is that of the foot.
func (sideLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(detailWidth, o[1].MinSize().Height+60)
}

// Layout places the two.
func (sideLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	h := widgets.HeightFor(o[1], s.Width)
	put(o[0], 0, 0, s.Width, s.Height-h)
	put(o[1], 0, s.Height-h, s.Width, h)
}

// evenLayout gives those that are seen the same width; a row of none takes no height.
type evenLayout struct{}

// MinSize is that of the highest.
func (evenLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, part := range o {
		if part.Visible() {
			m.Width += part.MinSize().Width
			m.Height = max(m.Height, part.MinSize().Height)
		}
	}
	return m
}

// Layout places them.
func (evenLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	n := 0
	for _, part := range o {
		if part.Visible() {
			n++
		}
	}
	const gap = 8
	w, x := (s.Width-gap*float32(n-1))/float32(max(n, 1)), float32(0)
	for _, part := range o {
		if part.Visible() {
			put(part, x, 0, w, s.Height)
			x += w + gap
		}
	}
}
