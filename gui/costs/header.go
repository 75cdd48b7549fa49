package costs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// header is the row at the top: the time, whose money, and what can be done with all of it.
type header struct {
	s        *Screen
	period   *kit.Button
	next     *kit.Button
	profiles *fyne.Container
	money    *kit.Tag // what money all the amounts are of, where the profile in front does not say it
	said     string   // by money
	listed   []db.Profile
	object   *fyne.Container

	parts  *fyne.Container // what sums, chart and list are narrowed to, each part with its way out
	chips  *fyne.Container // in it
	worded []string        // the parts that are shown
}

func newHeader(s *Screen, prices *kit.Button) *header {
	h := &header{s: s, profiles: kit.NewRow(8), chips: kit.NewFlow(chipGap)}
	h.parts = kit.NewInset(8, 16, 0, 16, h.chips)
	previous := kit.NewIconButton(resources.IconArrowLeft, lang.L("Earlier"), func() { s.Step(-1) }).SetKind(kit.Quiet)
	h.next = kit.NewIconButton(resources.IconArrowRight, lang.L("Later"), func() { s.Step(1) }).SetKind(kit.Quiet)
	h.period = kit.NewButton("", nil, kit.Plain, s.ShowPeriods)
	h.money = kit.NewTag(kit.ToneInverted, nil, "")
	export := kit.Swap{Words: kit.NewButton(lang.L("Export CSV…"), resources.IconExport, kit.Plain, s.ExportCSV),
		Sign: kit.NewIconButton(resources.IconExport, lang.L("Export CSV…"), s.ExportCSV)}
	h.object = kit.NewScreenHeader(lang.L("Costs"), []fyne.CanvasObject{kit.NewRow(4, previous, h.period, h.next), h.profiles, h.money},
		[]fyne.CanvasObject{prices, export.Words, export.Sign}, export)
	return h
}

// set shows a result and what is asked for.
func (h *header) set(a result, q query) {
	words, money := q.period.words(), ""
	switch front := h.s.deps.Profile(); {
	case a.profile.ID != q.profile: // it is being read
	case a.profile.Sandbox:
		money = lang.L("PLAY MONEY")
	case front.Sandbox:
		money = lang.L("REAL MONEY")
	}
	moved := words != h.period.Text() || money != h.said
	h.said = money
	h.money.Set(kit.ToneInverted, nil, money)
	h.period.SetText(words)
	kit.Enable(h.next, !q.period.to.After(h.s.deps.Now()))
	kit.Show(h.money, money != "")
	shown := shownProfiles(a.profiles, q.profile)
	if !slices.EqualFunc(shown, h.listed, func(p, q db.Profile) bool { return p.ID == q.ID && p.Name == q.Name }) {
		h.listed, moved = shown, true
		h.profiles.RemoveAll()
		for _, p := range shown {
			h.profiles.Add(kit.NewChip(p.Name, func() { h.s.SetProfile(p.ID) }))
		}
	}
	for i, o := range h.profiles.Objects {
		o.(*kit.Button).SetOn(shown[i].ID == q.profile)
	}
	if moved {
		h.object.Refresh()
	}
	h.setParts(q.filter.parts(a, h.s.jobName))
}

// shownProfiles are those that a person can look at: what was kept, and the one that is looked at.
func shownProfiles(all []db.Profile, current int64) []db.Profile {
	return slices.DeleteFunc(slices.Clone(all), func(p db.Profile) bool { return !p.Saved && p.ID != current })
}

func (h *header) setParts(parts []part) {
	var words []string
	for _, part := range parts {
		words = append(words, part.words)
	}
	kit.Show(h.parts, len(parts) > 0)
	if slices.Equal(words, h.worded) {
		return
	}
	h.worded = words
	h.chips.Objects = []fyne.CanvasObject{kit.NewFixed(0, chipHeight, small(lang.L("Show")))}
	for _, part := range parts {
		h.chips.Add(clearable(short(part.words), func() { h.s.filter(part.clear) }))
	}
	h.chips.Add(kit.NewLink(lang.X("verb", "Clear"), h.s.ClearFilter))
	h.parts.Refresh()
}

// Chips stand so far apart and are so high, px.
const (
	chipGap    = 6
	chipHeight = 28
)

// clearable is a chip of something that holds, and ends with a click.
func clearable(words string, clear func()) *kit.Button {
	chip := kit.NewChip(words, clear)
	chip.OnClear = clear
	chip.SetOn(true)
	return chip
}

// mostLetters is how long the words of a chip may be.
const mostLetters = 40

// short cuts words that would push others out of sight.
func short(words string) string {
	if letters := []rune(words); len(letters) > mostLetters {
		return string(letters[:mostLetters-1]) + "…"
	}
	return words
}
