package boards

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// takes shows the takes of a card, of which a person chooses one.
type takes struct {
	n       *inspector
	card    string
	count   *kit.Text
	compare *kit.Link
	view    *kit.Link
	cells   []*takeCell
	grid    *fyne.Container
	state   *kit.Tag
	like    *kit.Text
	box     *fyne.Container
}

// takeCell is one of them. It is kept while others come, so that the keyboard stays on it.
type takeCell struct {
	picture *assetPicture
	line    *kit.Ground // around the chosen one
	words   *kit.Text
	box     *fyne.Container
}

func newTakes(n *inspector) *takes {
	t := &takes{n: n, count: smallText(), like: smallText().Wrap(true)}
	t.compare = kit.NewLink(lang.L("Compare takes"), t.compareTakes)
	t.view = kit.NewLink(lang.X("verb", "Open"), t.open)
	t.state = kit.NewTag(kit.ToneNeutral, nil, "")
	t.grid = kit.NewTiles(8, 3)
	head := kit.NewBeside(8, 0, kit.NewRow(8, kit.NewText(lang.L("Takes"), resources.SizeBody, resources.Text1, true), t.count),
		kit.NewFlow(8, t.view, t.compare))
	t.box = kit.NewColumn(6, kit.NewRule(), head, t.grid, kit.NewRow(8, t.state, t.like))
	return t
}

func (t *takes) show(card string) {
	v := t.n.b.view
	list, state := v.Takes(card), v.State(card, t.n.b.Now())
	t.card = card
	kit.Show(t.box, len(list) > 0)
	t.count.SetText(lang.Number(len(list)))
	for len(t.cells) < len(list) {
		t.cells = append(t.cells, t.newCell(len(t.cells)))
		t.grid.Add(t.cells[len(t.cells)-1].box)
	}
	for i, c := range t.cells {
		if kit.Show(c.box, i < len(list)); i < len(list) {
			t.bind(c, lang.Number(i+1), list[i], list[i].Asset.ID != 0 && list[i].Asset.Ref == state.Chosen.Asset.Ref)
		}
	}
	kit.Show(t.compare, len(t.saved(list)) > 1)
	kit.Show(t.view, state.Chosen.Asset.ID != 0)
	if i := v.ShotByID(card); i >= 0 {
		said := t.n.b.state(v.Shots[i], state)
		t.state.Set(said.tone, said.icon, said.tag)
		t.like.SetText(t.n.b.likeness(v.Shots[i], state))
	}
	kit.Show(t.state, v.ShotByID(card) >= 0)
	kit.Show(t.like, v.ShotByID(card) >= 0)
	t.grid.Refresh()
}

func (t *takes) newCell(i int) *takeCell {
	c := &takeCell{picture: newAssetPicture(t.n.b.Deps, fyne.NewSize(88, 50)), line: kit.NewGround(resources.BgPanel),
		words: kit.NewText("", resources.SizeXS, resources.Text2, false).Wrap(true)}
	c.picture.OnTapped = func() { t.tap(i) }
	c.picture.SetName(kit.NewText(lang.L("Take %s", lang.Number(i+1)), resources.SizeSM, resources.Text2, false))
	c.picture.SetCorner(kit.BottomLeft, lang.Number(i+1), nil)
	c.box = kit.NewColumn(3, container.NewStack(c.line, kit.NewInset(2, 2, 2, 2, c.picture)), c.words)
	return c
}

// bind shows a take in a cell.
func (t *takes) bind(c *takeCell, number string, take boards.Take, chosen bool) {
	a, now := take.Asset, t.n.b.Now()
	color, mark, click := resources.BgPanel, kit.Mark{}, lang.L("Show the job")
	if tone := kit.ToneChosen; chosen {
		color, mark, click = resources.Accent, kit.Mark{Icon: resources.IconCheck, Tone: &tone}, lang.X("verb", "Open")
	} else if a.ID != 0 {
		click = lang.L("Choose take %s", number) + "  " + number
	}
	c.line.SetColor(color)
	c.picture.SetMark(kit.TopRight, mark)
	c.picture.SetHint(click)
	words := status.Of(take.Job, status.Context{}).Tag
	icon := action.StateIcon(take.Job.State)
	switch {
	case !a.TrashedAt.IsZero():
		words, icon = lang.L("in the trash"), resources.IconTrash
	case a.ID != 0:
		words, icon = wording.When(a.CreatedAt, now), resources.IconPicture
		if cost := wording.AssetCost(a, t.n.b.Profile().Sandbox); cost != "" {
			words += " · " + cost
		}
	}
	c.words.SetText(words)
	c.picture.SetIcon(icon)
	c.picture.show(a)
}

// tap chooses a take; the one that is chosen is opened, and of one that is not there its job is shown.
func (t *takes) tap(i int) {
	list := t.n.b.view.Takes(t.card)
	chosen, _ := t.n.b.view.Chosen(t.card)
	switch {
	case i >= len(list):
	case list[i].Asset.ID == 0:
		t.n.b.Navigator.ShowQueue()
	case list[i].Asset.ID == chosen.Asset.ID:
		t.open()
	default:
		t.n.b.chooseTake(t.card, i)
	}
}

func (t *takes) saved(list []boards.Take) (all []db.Asset) {
	for _, take := range list {
		if take.Asset.ID != 0 && take.Asset.TrashedAt.IsZero() {
			all = append(all, take.Asset)
		}
	}
	return all
}

// open shows the chosen take as large as the window, among the others.
func (t *takes) open() {
	if chosen, ok := t.n.b.view.Chosen(t.card); ok {
		t.n.b.Viewer.ViewIn(t.saved(t.n.b.view.Takes(t.card)), chosen.Asset)
	}
}

// compareTakes shows the chosen take beside the newest other one.
func (t *takes) compareTakes() {
	chosen, ok := t.n.b.view.Chosen(t.card)
	for _, a := range slices.Backward(t.saved(t.n.b.view.Takes(t.card))) {
		if ok && a.ID != chosen.Asset.ID {
			t.n.b.Viewer.Compare(chosen.Asset.ID, a.ID)
			return
		}
	}
}
