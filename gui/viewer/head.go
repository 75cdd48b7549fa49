package viewer

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// head is the row over what is shown, and the arrows at its sides.
type head struct {
	s       *Screen
	title   *widgets.Text
	number  *widgets.Text
	with    *widgets.Picker   // what the asset is compared with
	room    fyne.CanvasObject // of with
	rest    fyne.CanvasObject // what is not about a comparison
	mode    *widgets.Segmented
	buttons action.Buttons
	star    *widgets.Button
	trash   *widgets.Button
	details *widgets.Button
	full    *widgets.Button
	before  *widgets.Button
	after   *widgets.Button
	object  fyne.CanvasObject
}

func newHead(s *Screen) *head {
	h := &head{s: s, buttons: action.Buttons{Wrap: s.andFocus}}
	back := widgets.NewButton(lang.X("to where one came from", "Back")+"  Esc", resources.IconArrowLeft, widgets.Quiet, s.Back)
	h.title = widgets.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis()
	h.number = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	h.with = widgets.NewSimplePicker(nil, s.comparison.pick)
	h.room = widgets.NewFixed(withWidth, 0, h.with)
	h.mode = widgets.NewSegmented([]string{lang.X("picture", "Single"), lang.X("verb", "Compare")}, func(i int) {
		s.setCompare(i == 1)
		s.Focus()
	})
	h.star, h.trash = h.buttons.Icon("viewer/star", widgets.Quiet), h.buttons.Icon("viewer/trash", widgets.Danger)
	h.details = widgets.NewButton(lang.L("Details"), resources.IconInfo, widgets.Plain, nil)
	h.full = s.icon(resources.IconFullScreen, lang.L("Full screen"), func() { s.setFull(!s.full) })
	h.before = widgets.NewIconButton(resources.IconChevronLeft, lang.L("Previous"), func() { s.step(-1); s.Focus() })
	h.after = widgets.NewIconButton(resources.IconChevronRight, lang.L("Next"), func() { s.step(1); s.Focus() })
	h.rest = widgets.NewRow(8, h.mode, h.star, h.buttons.Icon("viewer/tags", widgets.Quiet), h.buttons.Icon("viewer/album", widgets.Quiet),
		h.trash, h.details, h.full)
	row := widgets.NewRow(8, back, widgets.NewVRule(), h.title, h.number, h.room, widgets.NewSpring(), h.rest)
	h.object = container.NewStack(widgets.NewGround(resources.BgPanel),
		widgets.NewFixed(0, headRoom, widgets.NewInset(4, edge/2, 4, edge/2, row)), widgets.NewColumn(0, widgets.NewSpring(), widgets.NewRule()))
	return h
}

// icon makes a quiet button that leaves the keyboard on what is shown.
func (s *Screen) icon(icon fyne.Resource, word string, do func()) *widgets.Button {
	return widgets.NewIconButton(icon, word, func() { s.andFocus(do) }).SetKind(widgets.Quiet)
}

func (h *head) show() {
	s := h.s
	a, comparing := s.asset, s.comparison.on
	h.title.SetText(wording.AssetTitle(a))
	h.number.SetText(s.position())
	if comparing {
		h.title.SetText(s.comparison.title())
		h.number.SetText(lang.L("A:"))
		var with []string
		for _, c := range s.comparison.candidates() {
			with = append(with, c.words)
		}
		h.with.SetOptions(widgets.Titles(with...))
		h.with.SetSelected(s.comparison.chosen())
	}
	widgets.Show(h.room, comparing)
	widgets.Show(h.number, !s.alone)
	widgets.Show(h.rest, !s.alone)
	h.mode.SetSelected(0)
	if comparing {
		h.mode.SetSelected(1)
	}
	h.mode.SetOff(1, !comparing && len(s.comparison.candidates()) == 0)
	h.buttons.Show(s.forAsset())
	widgets.Show(h.trash, h.trash.Visible() && !comparing)
	_, back := s.neighbour(-1)
	_, on := s.neighbour(1)
	widgets.Show(h.before, back && !comparing)
	widgets.Show(h.after, on && !comparing)
	h.object.Refresh()
}

// position words where the asset is in the sequence: "37 of 3,284".
func (s *Screen) position() string {
	switch {
	case s.known.gone:
		return lang.L("deleted")
	case !s.asset.TrashedAt.IsZero():
		return lang.X("within a line", "in the trash")
	case s.seq == nil || s.index < 0:
		return ""
	}
	return lang.L("%s of %s", lang.Number(s.index+1), lang.Number(s.seq.Len()))
}

// kindOf words what made an asset.
func kindOf(a db.Asset, job db.Job) string {
	switch {
	case job.ID == 0 && a.Kind == db.Clip && strings.Contains(a.Parent, " "): // the clips of a film
		return lang.L("Joined")
	case job.ID == 0:
		return lang.L("Imported")
	}
	return wording.Kind(job.Kind)
}

// withWidth is that of the choice of what to compare with, px.
const withWidth = 220

// headRoom is the height of the head, px.
const headRoom = 48

// newFootBar makes the row under what is shown: what stands at its left, and at its right.
func newFootBar(left, right []fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(widgets.NewGround(resources.BgPanel), widgets.NewColumn(0, widgets.NewRule(), newBar(left, right)))
}

// newBar lays the controls of what is shown into one line, or into two.
func newBar(left, right []fyne.CanvasObject) fyne.CanvasObject {
	return widgets.NewInset(8, edge, 8, edge, widgets.NewBar(8, left, right))
}

// fitFoot lays the viewer out anew where the controls under what is shown need another height than they have.
func (s *Screen) fitFoot() {
	if s.foot == nil {
		return // nothing is put together yet
	}
	if size := s.foot.Size(); size.Width > 0 && widgets.HeightFor(s.foot, size.Width) != size.Height {
		s.side.Object().Refresh()
	}
}

// detail is the pane at the right: whether the file is safe, and what is known of it.
type detail struct {
	*facts.Pane
	s      *Screen
	state  *widgets.Tag
	kind   *widgets.Tag
	note   *widgets.Text // of a person
	object fyne.CanvasObject
}

func newDetail(s *Screen) *detail {
	kin := facts.FamilyOptions{Size: fyne.NewSize(132, 74), Host: s.d.Host, Pictures: s.d.Pictures, Open: s.follow, Offer: s.offerCompare}
	d := &detail{Pane: facts.NewPane(kin, s.d.Nav, s.andFocus), s: s}
	d.JudgeBy(s.d.Judge)
	d.state, d.kind = widgets.NewTag(widgets.ToneNeutral, nil, ""), widgets.NewTag(widgets.ToneNeutral, nil, "")
	d.note = facts.Small(resources.Text2)
	b := &d.Buttons
	d.Lay(detailWidth, facts.Parts{
		Top:    []fyne.CanvasObject{widgets.NewFlow(8, d.state, d.kind)},
		Prompt: []fyne.CanvasObject{d.note},
		Bottom: []fyne.CanvasObject{widgets.NewFlow(10, b.Link("viewer/outside"), b.Link("viewer/reveal"), b.Link("viewer/export"))},
		Foot: []fyne.CanvasObject{
			d.Use, d.Row("viewer/reuse", "viewer/useLastFrame"), d.Row("viewer/useFirst", "viewer/useLast", "viewer/editFrame"),
			d.Row("viewer/again"),
		},
	})
	d.object = container.NewStack(widgets.NewGround(resources.BgPanel), d.Object)
	return d
}

// show shows what is known as soon as it is read: what comes later would push the buttons away. Until then the one before is seen.
func (d *detail) show() {
	s := d.s
	a, k := s.asset, s.known
	if widgets.Show(d.Object, a.ID != 0 && (k.read || d.Object.Visible())); !k.read {
		return
	}
	d.showState()
	d.kind.Set(widgets.ToneNeutral, nil, kindOf(a, k.Job))
	widgets.Show(d.note, a.Note != "" || k.unread)
	d.note.SetText(lang.L("Note: %s", a.Note))
	if k.unread {
		d.note.SetText(lang.L("Some details could not be read. They are reloaded with the next change."))
	}
	d.Show(a, k.Known, s.condition(), s.forAsset())
}

// condition tells what is known of the file that is shown.
func (s *Screen) condition() facts.Condition {
	if s.asset.Kind == db.Clip {
		err := s.clip.state.Err
		if player.Lacking(err) {
			err = nil
		}
		return facts.ConditionOf(s.asset, true, err)
	}
	k := s.images.get(s.asset.ID)
	if k == nil {
		return facts.Unchecked
	}
	return facts.ConditionOf(s.asset, true, k.err)
}

// showState tells whether the file is safe.
func (d *detail) showState() {
	switch a := d.s.asset; {
	case d.s.known.gone:
		d.state.Set(widgets.ToneWarn, resources.IconWarning, lang.X("state", "Deleted"))
	case !a.TrashedAt.IsZero():
		d.state.Set(widgets.ToneWarn, resources.IconTrash, lang.L("In the trash"))
	default:
		d.state.Set(widgets.ToneOK, resources.IconCheckCircle, lang.X("state", "Saved"))
	}
}

// offerCompare leads from what an asset came from to the comparison with it.
func (s *Screen) offerCompare(first db.Asset, frames bool) fyne.CanvasObject {
	if frames {
		return widgets.NewLink(lang.L("Compare the first frame with frame 1"), func() { s.compareFirst(first) })
	}
	return widgets.NewLink(lang.L("Compare with it"), func() { s.comparison.start(first); s.Focus() })
}

// compareFirst compares the frame that a clip was given with the first one that it has.
func (s *Screen) compareFirst(frame db.Asset) {
	s.comparison.startAt(frame, 0)
	s.Focus()
}
