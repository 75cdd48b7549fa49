package viewer

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer/facts"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// head is the row over what is shown, and the arrows at its sides.
type head struct {
	s       *Screen
	title   *kit.Text
	number  *kit.Text
	with    *kit.Picker       // what the asset is compared with
	room    fyne.CanvasObject // of with
	rest    fyne.CanvasObject // what is not about a comparison
	mode    *kit.Segmented
	buttons action.Buttons
	star    *kit.Button
	trash   *kit.Button
	details *kit.Button
	full    *kit.Button
	before  *kit.Button
	after   *kit.Button
	object  fyne.CanvasObject
}

func newHead(s *Screen) *head {
	h := &head{s: s, buttons: action.Buttons{Wrap: s.andFocus}}
	back := kit.NewButton(lang.X("to where one came from", "Back")+"  Esc", resources.IconArrowLeft, kit.Quiet, s.Back)
	h.title = kit.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis()
	h.number = kit.NewText("", resources.SizeSM, resources.Text2, false)
	h.with = kit.NewSimplePicker(nil, s.comparison.pick)
	h.room = kit.NewFixed(withWidth, 0, h.with)
	h.mode = kit.NewSegmented([]string{lang.X("picture", "Single"), lang.X("verb", "Compare")}, func(i int) {
		s.setCompare(i == 1)
		s.Focus()
	})
	h.star, h.trash = h.buttons.Icon("viewer/star", kit.Quiet), h.buttons.Icon("viewer/trash", kit.Danger)
	h.details = kit.NewButton(lang.L("Details"), resources.IconInfo, kit.Plain, nil)
	h.full = s.icon(resources.IconFullScreen, lang.L("Full screen"), func() { s.setFull(!s.full) })
	h.before = kit.NewIconButton(resources.IconChevronLeft, lang.L("Previous"), func() { s.step(-1); s.Focus() })
	h.after = kit.NewIconButton(resources.IconChevronRight, lang.L("Next"), func() { s.step(1); s.Focus() })
	h.rest = kit.NewRow(8, h.mode, h.star, h.buttons.Icon("viewer/tags", kit.Quiet), h.buttons.Icon("viewer/album", kit.Quiet),
		h.trash, h.details, h.full)
	row := kit.NewRow(8, back, kit.NewVRule(), h.title, h.number, h.room, kit.NewSpring(), h.rest)
	h.object = container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewFixed(0, headRoom, kit.NewInset(4, edge/2, 4, edge/2, row)), kit.NewColumn(0, kit.NewSpring(), kit.NewRule()))
	return h
}

// icon makes a quiet button that leaves the keyboard on what is shown.
func (s *Screen) icon(icon fyne.Resource, word string, do func()) *kit.Button {
	return kit.NewIconButton(icon, word, func() { s.andFocus(do) }).SetKind(kit.Quiet)
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
		h.with.SetOptions(kit.Titles(with...))
		h.with.SetSelected(s.comparison.chosen())
	}
	kit.Show(h.room, comparing)
	kit.Show(h.number, !s.alone)
	kit.Show(h.rest, !s.alone)
	h.mode.SetSelected(0)
	if comparing {
		h.mode.SetSelected(1)
	}
	h.mode.SetOff(1, !comparing && len(s.comparison.candidates()) == 0)
	h.buttons.Show(s.forAsset())
	kit.Show(h.trash, h.trash.Visible() && !comparing)
	_, back := s.neighbour(-1)
	_, on := s.neighbour(1)
	kit.Show(h.before, back && !comparing)
	kit.Show(h.after, on && !comparing)
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
	return container.NewStack(kit.NewGround(resources.BgPanel), kit.NewColumn(0, kit.NewRule(), newBar(left, right)))
}

// newBar lays the controls of what is shown into one line, or into two.
func newBar(left, right []fyne.CanvasObject) fyne.CanvasObject {
	return kit.NewInset(8, edge, 8, edge, kit.NewBar(8, left, right))
}

// fitFoot lays the viewer out anew where the controls under what is shown need another height than they have.
func (s *Screen) fitFoot() {
	if s.foot == nil {
		return // nothing is put together yet
	}
	if size := s.foot.Size(); size.Width > 0 && kit.HeightFor(s.foot, size.Width) != size.Height {
		s.side.Object().Refresh()
	}
}

// detail is the pane at the right: whether the file is safe, and what is known of it.
type detail struct {
	*facts.Pane
	s      *Screen
	state  *kit.Tag
	kind   *kit.Tag
	note   *kit.Text // of a person
	object fyne.CanvasObject
}

func newDetail(s *Screen) *detail {
	kin := facts.FamilyOptions{Size: fyne.NewSize(132, 74), Host: s.d.Host, Pictures: s.d.Pictures, Open: s.follow, Offer: s.offerCompare}
	d := &detail{Pane: facts.NewPane(kin, s.d.Creator, s.d.Navigator, s.andFocus), s: s}
	d.JudgeBy(s.d.Judge)
	d.state, d.kind = kit.NewTag(kit.ToneNeutral, nil, ""), kit.NewTag(kit.ToneNeutral, nil, "")
	d.note = facts.Small(resources.Text2)
	b := &d.Buttons
	d.Lay(detailWidth, facts.Parts{
		Top:    []fyne.CanvasObject{kit.NewFlow(8, d.state, d.kind)},
		Prompt: []fyne.CanvasObject{d.note},
		Bottom: []fyne.CanvasObject{kit.NewFlow(10, b.Link("viewer/outside"), b.Link("viewer/reveal"), b.Link("viewer/export"))},
		Foot: []fyne.CanvasObject{
			d.Use, d.Row("viewer/reuse", "viewer/useLastFrame"), d.Row("viewer/useFirst", "viewer/useLast", "viewer/editFrame"),
			d.Row("viewer/again"),
		},
	})
	d.object = container.NewStack(kit.NewGround(resources.BgPanel), d.Object)
	return d
}

// show shows what is known as soon as it is read: what comes later would push the buttons away. Until then the one before is seen.
func (d *detail) show() {
	s := d.s
	a, k := s.asset, s.known
	if kit.Show(d.Object, a.ID != 0 && (k.read || d.Object.Visible())); !k.read {
		return
	}
	d.showState()
	d.kind.Set(kit.ToneNeutral, nil, kindOf(a, k.Job))
	kit.Show(d.note, a.Note != "" || k.unread)
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
		d.state.Set(kit.ToneWarn, resources.IconWarning, lang.X("state", "Deleted"))
	case !a.TrashedAt.IsZero():
		d.state.Set(kit.ToneWarn, resources.IconTrash, lang.L("In the trash"))
	default:
		d.state.Set(kit.ToneOK, resources.IconCheckCircle, lang.X("state", "Saved"))
	}
}

// offerCompare leads from what an asset came from to the comparison with it.
func (s *Screen) offerCompare(first db.Asset, frames bool) fyne.CanvasObject {
	if frames {
		return kit.NewLink(lang.L("Compare the first frame with frame 1"), func() { s.compareFirst(first) })
	}
	return kit.NewLink(lang.L("Compare with it"), func() { s.comparison.start(first); s.Focus() })
}

// compareFirst compares the frame that a clip was given with the first one that it has.
func (s *Screen) compareFirst(frame db.Asset) {
	s.comparison.startAt(frame, 0)
	s.Focus()
}
