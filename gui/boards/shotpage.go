package boards

import (
	"context"
	"log/slog"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// shotFields are the fields that only shots have.
type shotFields struct {
	*cardEditor
	fields  *draft
	refresh func() // shows the page again
	slots   [2]*frameSlot
	frames  *fyne.Container
	caption *kit.Entry
	fold    *kit.Button // shows or hides the fields that usually have the board's values
	asBoard *kit.Text
	folded  *fyne.Container
	own     *fyne.Container // rows of the settings that differ from the board
	trim    *kit.Stepper
	trimmed *kit.Text // beside trim
	doubled *kit.Link // cuts the last frame, if the next shot begins with it
	isCut   *kit.Text // in place of doubled: the frame is cut
	under   *fyne.Container
	box     *fyne.Container
}

// override is a setting in which a shot can differ from the board.
type override struct {
	own   bool   // it differs
	words string // the setting and its value
	reset func(*boards.Shot)
}

func overrides(s boards.Shot) []override {
	return []override{
		{s.Model != "", lang.L("Model") + " " + s.Model, func(s *boards.Shot) { s.Model = "" }},
		{s.Seconds != 0, lang.L("Duration") + " " + lang.L("%s s", lang.Number(s.Seconds)),
			func(s *boards.Shot) { s.Seconds = 0 }},
		{s.Resolution != "", lang.L("Resolution") + " " + s.Resolution, func(s *boards.Shot) { s.Resolution = "" }},
		{s.Audio != nil, lang.L("Audio") + ": " + soundWord(s.Audio != nil && *s.Audio),
			func(s *boards.Shot) { s.Audio = nil }},
		{s.Negative != nil, lang.L("Negative prompt"), func(s *boards.Shot) { s.Negative = nil }},
		{s.Seed != nil, lang.L("Seed"), func(s *boards.Shot) { s.Seed = nil }},
	}
}

func newShotFields(e *cardEditor, fields *draft, refresh func()) *shotFields {
	f := &shotFields{cardEditor: e, fields: fields, refresh: refresh, caption: kit.NewEntry(),
		asBoard: smallText().Wrap(true), trimmed: smallText().Wrap(true)}
	f.slots = [2]*frameSlot{newFrameSlot(e, false, lang.L("First frame")), newFrameSlot(e, true, lang.L("Last frame"))}
	f.frames = kit.NewGrid(16, 2, 0, f.slots[0].box, f.slots[1].box)
	f.caption.OnChanged = func(text string) {
		if text != f.shot().Caption {
			f.typed(func(s *boards.Shot) { s.Caption = text }, nil)
		}
	}
	f.folded = kit.NewColumn(10, fields.Resolution, fields.Audio, fields.Seed, fields.Negative)
	f.folded.Hide()
	f.fold = kit.NewIconButton(resources.IconChevronRight, lang.L("Negative prompt, seed, sound"), func() {
		kit.Show(f.folded, !f.folded.Visible())
		f.refresh()
	}).SetKind(kit.Quiet).Small()
	f.own = kit.NewColumn(2)
	for _, o := range overrides(boards.Shot{}) {
		f.own.Add(kit.NewRow(8, kit.NewText("", resources.SizeSM, resources.Text1, true).Ellipsis(), kit.NewSpring(),
			kit.NewLink(lang.L("Reset"), func() { f.edit(o.reset, nil) })))
	}
	f.trim = kit.NewStepper(0, 999, 0, f.setTrim)
	f.doubled = kit.NewLink(lang.L("Cut the doubled frame"), func() { f.setTrim(1) })
	f.isCut = smallText().Ellipsis()
	f.isCut.SetText(lang.L("The doubled frame is cut."))
	f.under = container.NewStack(kit.NewInset(-5, 0, -5, 0, f.doubled), f.isCut)
	f.box = kit.NewColumn(10, kit.NewField(lang.L("Caption"), f.caption),
		kit.NewInset(0, 0, 0, -8, kit.NewRow(4, f.fold, f.asBoard)),
		f.folded, f.own, kit.NewColumn(2, kit.NewField(lang.L("End trim"), kit.NewBeside(8, 64, f.trim, f.trimmed)),
			f.under))
	return f
}

// show shows a shot by its index; -1: none.
func (f *shotFields) show(i int) {
	kit.Show(f.frames, i >= 0)
	kit.Show(f.box, i >= 0)
	if i < 0 {
		return
	}
	s := f.m.view.Shots[i]
	if f.caption.Text != s.Caption {
		f.caption.SetText(s.Caption)
	}
	for _, slot := range f.slots {
		slot.show(s)
	}
	some := false
	for i, o := range overrides(s) {
		row := f.own.Objects[i].(*fyne.Container)
		row.Objects[0].(*kit.Text).SetText(o.words)
		kit.Show(row, o.own)
		some = some || o.own
	}
	kit.Show(f.own, some)
	words, icon := lang.L("Negative prompt, seed, sound: as the board"), resources.IconChevronRight
	if d := f.fields.form.Clip(); d.NoNegativeReason() != "" && d.NoSeedReason() != "" && d.Limits.Format.LacksAudio() {
		words = lang.L("Negative prompt, seed, sound: not in this request format")
	} else if s.Negative != nil || s.Seed != nil || s.Audio != nil || s.Resolution != "" {
		words = lang.L("Negative prompt, seed, sound")
	}
	if f.folded.Visible() {
		icon = resources.IconChevronDown
	}
	f.asBoard.SetText(words)
	f.fold.SetIcon(icon)
	f.trim.SetValue(s.Trim)
	f.trimmed.SetText(lang.N("frame", "frames", s.Trim))
	kit.Show(f.under, i+1 < len(f.m.view.Shots) && f.m.view.Seam(i) != boards.Cut)
	kit.Show(f.doubled, s.Trim == 0)
	kit.Show(f.isCut, s.Trim > 0)
}

// setTrim trims n frames from the end of the clip, or as many as its frames allow.
func (f *shotFields) setTrim(n int) {
	m, id, was := f.m, f.id, f.shot().Trim
	chosen, _ := m.view.Chosen(id)
	m.Go(func(ctx context.Context) {
		to := n
		if path, err := m.Library.AbsPath(chosen.Asset.Path); err == nil && chosen.Asset.ID != 0 {
			to = f.snap(ctx, path, was, n)
		}
		m.Post(func() {
			f.trim.SetValue(to)
			if to != was {
				m.edit(lang.L("change %s", m.cardName(id)), ofCard(id, func(s *boards.Shot) { s.Trim = to }, nil))
			}
		})
	})
}

// snap returns the trim nearest to n at which a clip can be cut; n if the clip cannot be read.
func (f *shotFields) snap(ctx context.Context, path string, was, n int) int {
	clip, err := client.OpenClip(ctx, path)
	if err != nil {
		f.m.Log().Warn("cannot read where a clip can be cut", slog.Any("err", err))
		return n
	}
	return clip.SnapFrom(was, n)
}
