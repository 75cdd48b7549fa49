package boards

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// takeList shows the takes of a card. A click chooses one.
type takeList struct {
	m       *boardModel
	card    string
	count   *kit.Text
	compare *kit.Link
	view    *kit.Link
	cells   []*takeCell
	grid    *fyne.Container
	state   *kit.Tag
	like    *kit.Text
	found   *kit.Text // by the check of the chosen take
	box     *fyne.Container
}

// takeCell shows a take. Cells are reused, so that the keyboard focus stays while takes are added.
type takeCell struct {
	picture *facts.Picture
	line    *kit.Ground // around the chosen one
	words   *kit.Text
	found   *kit.Tag
	box     *fyne.Container
}

func newTakeList(m *boardModel) *takeList {
	t := &takeList{m: m, count: smallText(), like: smallText().Wrap(true), found: newFoundText()}
	t.compare = kit.NewLink(lang.L("Compare takes"), t.compareTakes)
	t.view = kit.NewLink(lang.X("verb", "Open"), t.open)
	t.state = kit.NewTag(kit.ToneNeutral, nil, "")
	t.grid = kit.NewTiles(8, 3)
	head := kit.NewBeside(8, 0, kit.NewRow(8, kit.NewText(lang.L("Takes"), resources.SizeBody, resources.Text1, true),
		t.count),
		kit.NewFlow(8, t.view, t.compare))
	t.box = kit.NewColumn(6, kit.NewRule(), head, t.grid, kit.NewRow(8, t.state, t.like), t.found)
	return t
}

func (t *takeList) show(card string) {
	v := t.m.view
	list, state := v.Takes(card), v.State(card, t.m.Now())
	t.card = card
	kit.Show(t.box, len(list) > 0)
	t.count.SetText(lang.Number(len(list)))
	for len(t.cells) < len(list) {
		t.cells = append(t.cells, t.newCell(len(t.cells)))
		t.grid.Add(t.cells[len(t.cells)-1].box)
	}
	for i, c := range t.cells {
		kit.Show(c.box, i < len(list))
		if i < len(list) {
			isChosen := list[i].Asset.ID != 0 && list[i].Asset.Ref == state.Chosen.Asset.Ref
			t.bind(c, lang.Number(i+1), list[i], isChosen)
			t.mark(c, lang.Number(i+1), list)
		}
	}
	kit.Show(t.compare, len(t.saved(list)) > 1)
	kit.Show(t.view, state.Chosen.Asset.ID != 0)
	if i := v.ShotByID(card); i >= 0 {
		label := t.m.state(v.Shots[i], state)
		t.state.Set(label.tone, label.icon, label.tag)
		t.like.SetText(t.m.likeness(v.Shots[i], state))
		kit.ShowText(t.found, t.m.found(i).sentence())
	}
	isShot := v.ShotByID(card) >= 0
	isStale := !isShot && state.Tag == boards.Stale
	if isStale {
		label := t.m.state(boards.Shot{ID: card}, state)
		t.state.Set(label.tone, label.icon, label.tag)
		t.like.SetText(label.line)
	}
	if state.Tag == boards.Stale && state.Cast != "" {
		t.state.Set(kit.ToneWarn, resources.IconCompare, lang.L("No longer matches: @%s", state.Cast))
		t.like.SetText(t.m.castChange(card))
	}
	kit.Show(t.state, isShot || isStale)
	kit.Show(t.like, isShot || isStale)
	kit.Show(t.found, isShot && t.found.Text() != "")
	t.grid.Refresh()
}

func (t *takeList) newCell(i int) *takeCell {
	c := &takeCell{picture: facts.NewPicture(t.m, t.m.Pictures, fyne.NewSize(88, 50)), line: kit.NewGround(resources.BgPanel),
		words: kit.NewText("", resources.SizeXS, resources.Text2, false).Wrap(true),
		found: kit.NewTag(kit.ToneWarn, resources.IconWarning, "")}
	c.picture.OnTapped = func() { t.tap(i) }
	c.box = kit.NewColumn(3, container.NewStack(c.line, kit.NewInset(2, 2, 2, 2, c.picture)), c.words, c.found)
	return c
}

// bind shows a take in a cell.
func (t *takeList) bind(c *takeCell, number string, take boards.Take, chosen bool) {
	a, now := take.Asset, t.m.Now()
	color, mark, click := resources.BgPanel, kit.Mark{}, lang.L("Show the job")
	if tone := kit.ToneChosen; chosen {
		color, mark, click = resources.Accent, kit.Mark{Icon: resources.IconCheck, Tone: &tone}, lang.X("verb", "Open")
	} else if a.ID != 0 {
		click = lang.L("Choose take %s", number) + "  " + number
	}
	c.line.SetColor(color)
	c.picture.SetMark(kit.TopRight, mark)
	c.picture.SetHint(wording.Dotted(append([]string{click}, wording.Checks(a)...)...))
	showFound(c.found, wording.CheckTag(a))
	words := status.Of(take.Job, status.Context{}).Tag
	icon := action.StateIcon(take.Job.State)
	switch {
	case !a.TrashedAt.IsZero():
		words, icon = lang.L("in the trash"), resources.IconTrash
	case a.ID != 0:
		words, icon = wording.When(a.CreatedAt, now), resources.IconPicture
		if cost := wording.AssetCost(a, t.m.Profile().Sandbox); cost != "" {
			words += " · " + cost
		}
	}
	c.words.SetText(words)
	c.picture.SetIcon(icon)
	c.picture.SetAsset(a)
}

// mark shows the number of a take, and whether it is a draft or a final if the board or the card has finals.
func (t *takeList) mark(c *takeCell, number string, list []boards.Take) {
	i := slices.Index(t.cells, c)
	isFinal := func(t boards.Take) bool { return t.Job.FinalOf != 0 }
	words, name := number, lang.L("Take %s", number)
	if job := list[i].Job; job.Kind.IsVideo() &&
		(t.m.view.Settings.Final != nil || slices.ContainsFunc(list, isFinal)) {
		mark := lang.X("take", "Draft")
		if isFinal(list[i]) {
			mark = lang.X("take", "Final")
		}
		words, name = wording.Dotted(number, mark), name+", "+mark
	}
	c.picture.SetCorner(kit.BottomLeft, words, nil)
	c.picture.SetName(kit.NewText(name, resources.SizeSM, resources.Text2, false))
}

// tap chooses a take. It opens the take if it is the chosen one already, and shows the queue if the take has no
// file yet.
func (t *takeList) tap(i int) {
	list := t.m.view.Takes(t.card)
	chosen, _ := t.m.view.Chosen(t.card)
	switch {
	case i >= len(list):
	case list[i].Asset.ID == 0:
		t.m.Navigator.ShowQueue()
	case list[i].Asset.ID == chosen.Asset.ID:
		t.open()
	default:
		t.m.chooseTake(t.card, i)
	}
}

// saved returns the takes that can be viewed.
func (t *takeList) saved(list []boards.Take) (all []db.Asset) {
	for _, take := range list {
		if take.Asset.ID != 0 && take.Asset.TrashedAt.IsZero() {
			all = append(all, take.Asset)
		}
	}
	return all
}

// open shows the chosen take in the viewer, among the others.
func (t *takeList) open() {
	if chosen, ok := t.m.view.Chosen(t.card); ok {
		t.m.Viewer.ViewIn(t.saved(t.m.view.Takes(t.card)), chosen.Asset)
	}
}

// compareTakes compares the chosen take with the newest other one.
func (t *takeList) compareTakes() {
	chosen, ok := t.m.view.Chosen(t.card)
	for _, a := range slices.Backward(t.saved(t.m.view.Takes(t.card))) {
		if ok && a.ID != chosen.Asset.ID {
			t.m.Viewer.Compare(chosen.Asset.ID, a.ID)
			return
		}
	}
}
