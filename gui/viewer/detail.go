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

// detail is the pane at the right: whether the file is safe, and what is known of it.
type detail struct {
	*facts.Pane
	s      *Screen
	state  *widgets.Tag
	kind   *widgets.Tag
	amount *widgets.Text
	ledger *widgets.Link
	note   *widgets.Text // of a person
	object fyne.CanvasObject
}

func newDetail(s *Screen) *detail {
	kin := facts.FamilyOptions{Size: fyne.NewSize(132, 74), Scale: s.scale, Pictures: s.d.Pictures, Open: s.follow, Offer: s.offerCompare}
	d := &detail{Pane: facts.NewPane(kin, s.d.Keys(), s.andFocus), s: s}
	d.state, d.kind = widgets.NewTag(widgets.ToneOK, resources.IconCheckCircle(), lang.X("state", "Saved")), widgets.NewTag(widgets.ToneNeutral, nil, "")
	d.amount, d.note = widgets.NewText("", resources.SizeSM, resources.Text2, false), facts.Small(resources.Text2)
	d.ledger = widgets.NewLink(lang.L("Ledger"), func() { s.d.Nav.ShowLedger(s.asset.JobID) })
	b := &d.Buttons
	d.Lay(detailWidth, facts.Parts{
		Top:    []fyne.CanvasObject{widgets.NewFlow(8, d.state, d.kind, d.amount)},
		Prompt: []fyne.CanvasObject{d.note},
		Bottom: []fyne.CanvasObject{d.More.Object, widgets.NewFlow(16, b.Link("viewer/outside"), b.Link("viewer/reveal"), b.Link("viewer/export"), d.ledger)},
		Foot: []fyne.CanvasObject{
			d.Use, d.Row("viewer/reuse", "viewer/useLastFrame"), d.Row("viewer/useFirst", "viewer/useLast", "viewer/editFrame"), d.Row("viewer/again"),
		},
	})
	d.object = container.NewStack(widgets.NewGround(resources.BgPanel), d.Object)
	return d
}

// show writes everything that is known of the asset.
func (d *detail) show() {
	s := d.s
	a, k, now := s.asset, s.known, s.d.Now()
	d.showState()
	d.kind.Set(widgets.ToneNeutral, nil, kindOf(k.Job))
	widgets.Show(d.kind, k.read)
	cost := wording.CostOf(k.Job, k.Entries)
	word := wording.MoneyFormat{Sandbox: k.Sandbox}.Mark(cost.Word)
	d.amount.SetSpans(widgets.Span{Text: cost.Number, Bold: true, Color: resources.Text1}, widgets.Span{Text: " " + word, Color: resources.Text2})
	widgets.Show(d.amount, k.Job.ID != 0 && cost.Number != "—")
	widgets.Show(d.ledger, k.Job.ID != 0)
	widgets.Show(d.note, a.Note != "" || k.unread)
	d.note.SetText(lang.L("Note: %s", a.Note))
	if k.unread {
		d.note.SetText(lang.L("Not all that is known of it could be read. It is read again with the next change."))
	}
	made := append(facts.Made(a, k.Background, now), facts.Task(k.Background)...)
	more := slices.Concat(facts.Copy(a, k.Background, now), s.file(), facts.Hash(a))
	d.Show(a, k.Known, made, more, s.forAsset(), wording.FrameUseOf(a, now, s.d.Nav.HostsPictures()))
}

// file says which file it is, and that it is whole: of a picture only once it was decoded.
func (s *Screen) file() []facts.Fact {
	if s.asset.Kind == db.Clip {
		return facts.File(s.asset, !s.clip.broken || s.clip.state.Err == nil)
	}
	k := s.images.get(s.asset.ID)
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

// offerCompare leads from a group of relatives to the comparison with its first.
func (s *Screen) offerCompare(r facts.Relation, first db.Asset) fyne.CanvasObject {
	switch r {
	case facts.GivenFrames:
		return widgets.NewLink(lang.L("Compare the first frame with frame 1"), func() { s.compareFirst(first) })
	case facts.MadeFrom, facts.SavedFrom:
		return widgets.NewLink(lang.L("Compare with it"), func() { s.comparison.start(first); s.Focus() })
	}
	return nil
}

// compareFirst compares the frame that a clip was given with the first one that it has.
func (s *Screen) compareFirst(frame db.Asset) {
	s.comparison.startAt(frame, 0)
	s.Focus()
}
