package boards

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// newBoard asks what a new board is to be: its name, what its pictures and clips are made with, and what it starts with.
type newBoard struct {
	*common
	s        *Screen
	set      boards.Settings // that the board would have
	name     *kit.Entry
	ratio    *kit.Segmented
	size     *kit.Picker
	kind     int // what it starts with
	cards    [3]*kit.ChoiceCard
	pictures []db.Asset
	thumbs   *fyne.Container
	picked   *fyne.Container
	lines    *kit.Entry
	counted  *kit.Text
	listed   *fyne.Container
	sum      *kit.Text
	create   *kit.Button
	making   bool          // the board is on its way into the library
	saver    *action.Saver // of the draft
	stored   newBoardDraft // the last draft that was put into the saver
	begun    atomic.Bool   // the draft of the last run was asked for
	host     *kit.Banner   // there is no image hosting
	content  *fyne.Container
}

// What a board starts with, in the order of the page.
const (
	fromPictures = iota
	fromLines
	fromNothing
)

// newBoardDraft holds the fields of the New board page until the board is created. The zero value is no draft.
type newBoardDraft struct {
	Name     string          `json:"name,omitempty"`
	Lines    string          `json:"lines,omitempty"`
	Kind     int             `json:"kind"`
	Settings boards.Settings `json:"settings"`
	Pictures []string        `json:"pictures,omitempty"` // refs
}

// newBoardName is the setting that stores the draft.
const newBoardName = "boards.new"

// boardSizes are the sizes of keyframes of each ratio, the usual one first.
func boardSizes(ratio string) []string {
	return map[string][]string{"16:9": {"1536x864", "2048x1152"}, "9:16": {"864x1536", "1152x2048"}, "1:1": {"1024x1024", "1536x1536"}}[ratio]
}

func newNewBoard(s *Screen) *newBoard {
	n := &newBoard{s: s, name: kit.NewEntry(), counted: smallText().Wrap(true), sum: kit.NewRichText(resources.SizeSM, resources.Text2).Wrap(true)}
	n.common = newCommon(s.Deps, func(now boards.Settings) { n.set = now; n.render() }, n.make, func() { kit.Refit(n.content) })
	n.name.OnSubmitted = func(string) { n.make() }
	n.name.OnChanged = func(string) { n.store() }
	n.saver = &action.Saver{Host: s.Host, Settings: s.Library}
	n.ratio = kit.NewSegmented(client.Ratios(), func(i int) { n.setSize(boardSizes(client.Ratios()[i])[0]) })
	n.size = kit.NewSimplePicker(nil, func(i int) { n.setSize(boardSizes(planning.RatioOf(n.set.Size))[i]) })
	note := kit.NewText(lang.L("Fixed for this board."), resources.SizeXS, resources.Text3, false)
	n.ofPictures.Objects = slices.Insert(n.ofPictures.Objects, 1, []fyne.CanvasObject{kit.NewColumn(2, kit.NewField(lang.L("Ratio"), n.ratio),
		kit.NewUnderField(note)), kit.NewField(lang.L("Keyframe size"), n.size)}...)
	left := container.NewVScroll(kit.NewInset(20, 24, 20, 24, kit.NewColumn(14, kit.NewField(lang.L("Name"), n.name), kit.NewRule(),
		n.ofPictures, kit.NewRule(), n.ofClips)))
	on := func(ground fyne.ThemeColorName, o fyne.CanvasObject) *fyne.Container {
		return container.NewStack(kit.NewGround(ground), o)
	}
	right := on(resources.BgWindow, container.NewVScroll(kit.NewInset(20, 24, 20, 24, n.starts())))
	back := kit.NewButton(lang.X("place", "Boards"), resources.IconArrowLeft, kit.Quiet, s.showList)
	head := kit.NewColumn(0, kit.NewInset(0, 16, 0, 8, kit.NewFixed(0, headerHeight, kit.NewRow(8, back,
		kit.NewText(lang.L("New board"), resources.SizeH1, resources.Text1, true), kit.NewSpring(),
		kit.NewText(lang.L("Every shot can differ from this later"), resources.SizeSM, resources.Text2, false).Ellipsis()))), kit.NewRule())
	free := kit.NewText(lang.L("Creating a board is free. Nothing is sent."), resources.SizeSM, resources.Text2, false).Wrap(true)
	n.create = kit.NewButton(lang.L("Create board"), nil, kit.Primary, n.make).Large()
	cancel := kit.NewButton(lang.X("verb", "Cancel")+"  Esc", nil, kit.Quiet, s.showList).Large()
	foot := kit.NewColumn(0, kit.NewRule(), kit.NewInset(16, 24, 16, 24, kit.NewBeside(12, 240, kit.NewColumn(1, n.sum, free),
		kit.NewRow(12, cancel, n.create))))
	columns := kit.NewEven(1, on(resources.BgPanel, left), right)
	n.content = kit.NewFilled(0, columns, on(resources.BgPanel, head), columns, on(resources.BgPanel, foot))
	return n
}

// starts are the ways to begin.
func (n *newBoard) starts() fyne.CanvasObject {
	n.lines = kit.NewEntry()
	n.lines.MultiLine, n.lines.Wrapping, n.lines.Scroll = true, fyne.TextWrapWord, fyne.ScrollBoth
	n.lines.SetMinRowsVisible(6)
	n.lines.OnChanged = func(string) { n.render() }
	n.thumbs = kit.NewFlow(6)
	n.picked = kit.NewColumn(8, n.thumbs, kit.NewRow(8, kit.NewButton(lang.L("Choose pictures…"), nil, kit.Plain, func() {
		n.s.Chooser.ChoosePictures(lang.L("Choose pictures for the board"), n.take)
	})))
	n.listed = kit.NewColumn(4, n.lines, kit.NewRow(8, n.counted, kit.NewSpring(), kit.NewLink(lang.L("Open a text file…"), n.openFile)))
	column := kit.NewColumn(12, kit.NewText(lang.L("Start with"), resources.SizeBody, resources.Text1, true))
	for kind, way := range []struct {
		icon        fyne.Resource
		word, words string
		rest        fyne.CanvasObject
	}{
		{resources.IconGallery, lang.L("Pictures from the gallery"), lang.L("Each one becomes a keyframe, with a shot between two neighbours."), n.picked},
		{resources.IconText, lang.L("A list of lines"), lang.L("One line per shot. A line is the shot’s prompt and can be changed later."), n.listed},
		{resources.IconPlus, lang.L("An empty board"), lang.L("One empty keyframe. Describe it, or drop a picture on it."), kit.NewColumn(0)},
	} {
		said := kit.NewRow(12, kit.NewIcon(way.icon, 18, resources.Text2), kit.NewColumn(2,
			kit.NewText(way.word, resources.SizeBody, resources.Text1, true),
			kit.NewText(way.words, resources.SizeSM, resources.Text2, false).Wrap(true)))
		n.cards[kind] = kit.NewChoiceCard(way.word, said, func() { n.start(kind) })
		column.Add(kit.NewColumn(8, n.cards[kind], way.rest))
	}
	n.host = kit.NewBanner(resources.IconInfo, kit.ToneNeutral, lang.L("A made picture can be reached by the service for 24 h. Make its clips "+
		"within that time, or set up image hosting and nothing on a board expires."), kit.NewLink(lang.L("Set up image hosting…"), n.s.Navigator.ShowHosting))
	column.Add(n.host)
	return column
}

// show shows what was typed and chosen for a board that was not made yet, or the usual; with pictures of the gallery where there are some.
func (n *newBoard) show(pictures ...db.Asset) {
	if n.set.Size == "" {
		n.reset()
	}
	if len(pictures) > 0 {
		n.take(pictures)
	}
	n.setSize(n.set.Size)
}

// update reads who is to pay for the board: the profile in front may have come a moment ago. It belongs to a goroutine that is not the
// window's.
func (n *newBoard) update(ctx context.Context) {
	if !n.begun.Swap(true) {
		n.restore(ctx)
	}
	money := n.s.board.foot.read(ctx, boards.View{}, -1)
	if ctx.Err() == nil {
		n.s.Post(func() {
			if money(); n.s.page == pageNew {
				n.render()
			}
		})
	}
}

// store stores what is on the page, where it has changed.
func (n *newBoard) store() {
	if n.s.page != pageNew || n.set.Size == "" {
		return
	}
	d := newBoardDraft{Name: n.name.Text, Lines: n.lines.Text, Kind: n.kind, Settings: n.set}
	for _, a := range n.pictures {
		d.Pictures = append(d.Pictures, a.Ref)
	}
	if !reflect.DeepEqual(d, n.stored) {
		n.stored = d
		n.saver.Put(newBoardName, d)
	}
}

// restore brings back what was typed and chosen in the last run for a board that was not made. A draft of settings that
// this version does not know keeps its words only. It blocks on the library.
func (n *newBoard) restore(ctx context.Context) {
	var d newBoardDraft
	found, err := n.s.Library.Setting(ctx, newBoardName, &d)
	if err != nil {
		n.s.Log().Warn("read draft of a board", "err", err)
	}
	if err != nil || !found {
		return
	}
	var pictures []db.Asset
	for _, ref := range d.Pictures {
		a, err := n.s.Library.AssetByRef(ctx, ref)
		if err == nil && a.TrashedAt.IsZero() {
			pictures = append(pictures, a)
		}
	}
	n.s.Post(func() {
		if n.set.Size != "" || n.s.page == pageNew { // another one was begun meanwhile
			return
		}
		n.reset()
		if slices.Contains(boardSizes(planning.RatioOf(d.Settings.Size)), d.Settings.Size) {
			n.set = d.Settings
		}
		n.name.SetText(d.Name)
		n.lines.SetText(d.Lines)
		n.take(pictures)
		n.kind = min(max(d.Kind, fromPictures), fromNothing)
	})
}

// reset has the page begin anew, with the usual settings.
func (n *newBoard) reset() {
	n.set = boards.Settings{PictureModel: client.ImageModels()[0].ID, Quality: "medium", Model: client.VideoModels()[0].ID,
		Resolution: client.DefaultResolution, Seconds: client.DefaultSeconds, Size: boardSizes(client.Ratios()[0])[0]}
	n.name.SetText("")
	n.lines.SetText("")
	n.take(nil)
	n.kind = fromNothing
}

// setSize has the keyframes be so large, and the clips in their ratio.
func (n *newBoard) setSize(size string) {
	n.set.Size = size
	sizes := boardSizes(planning.RatioOf(size))
	var names []kit.Choice
	for _, s := range sizes {
		names = append(names, kit.Choice{Title: wording.Size(s)})
	}
	n.ratio.SetSelected(slices.Index(client.Ratios(), planning.RatioOf(size)))
	n.size.SetOptions(names)
	n.size.SetSelected(slices.Index(sizes, size))
	n.render()
}

// take has the board start with pictures.
func (n *newBoard) take(pictures []db.Asset) {
	n.pictures, n.kind, n.thumbs.Objects = pictures, fromPictures, nil
	for _, a := range pictures {
		p := newAssetPicture(n.s.Deps, fyne.NewSize(72, 40))
		p.show(a)
		n.thumbs.Add(p)
	}
	n.thumbs.Refresh()
	n.render()
}

// start has the board start with what a person chose.
func (n *newBoard) start(kind int) {
	n.kind = kind
	n.render()
	if kind == fromLines {
		n.s.Canvas().Focus(n.lines)
	}
}

// prompts are the lines that are not empty.
func (n *newBoard) prompts() (all []string) {
	for line := range strings.SplitSeq(n.lines.Text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// actions are what can be done on the page.
func (n *newBoard) actions() []action.Action {
	on := func(id, label string, keys []action.Chord, do func()) action.Action {
		return action.Action{ID: id, Group: lang.X("menu", "Board"), Label: label, Do: do, Hidden: n.s.page != pageNew, Keys: keys,
			Scope: action.Scope{In: "boards", When: inNew}}
	}
	create := on("board.create", lang.L("Create board"), action.KeysWith(fyne.KeyModifierShortcutDefault, fyne.KeyReturn), n.make)
	return []action.Action{create,
		on("board.leave", lang.L("Cancel the new board"), action.BareKeys(fyne.KeyEscape), n.s.showList)}
}

// made is the board as it would be.
func (n *newBoard) made() boards.Board {
	b := boards.Board{Name: strings.TrimSpace(n.name.Text), BoardHead: db.BoardHead{ProfileID: n.s.Profile().ID}, Settings: n.set}
	switch n.kind {
	case fromPictures:
		var refs []string
		for _, a := range n.pictures {
			refs = append(refs, a.Ref)
		}
		b.AddPictures(refs)
	case fromLines:
		b.AddLines(n.prompts())
	}
	if len(b.Frames) == 0 {
		b.AddFrame("")
	}
	return b
}

// render shows the page as it is.
func (n *newBoard) render() {
	w := n.s.board.foot.orderContext()
	n.common.show(w, n.set, false)
	for kind, card := range n.cards {
		card.SetChosen(kind == n.kind)
	}
	kit.Show(n.listed, n.kind == fromLines)
	kit.Show(n.picked, n.kind == fromPictures)
	kit.Show(n.host, !n.s.Creator.HostsPictures())
	var count [2]int // of the pictures and clips that are to be made
	switch n.kind {
	case fromLines:
		count[clips] = len(n.prompts())
		count[pictures] = count[clips] + 1
	case fromPictures:
		count[clips] = max(len(n.pictures)-1, 0)
	}
	kit.Show(n.counted, count[clips] > 0)
	n.counted.SetText(lang.N("%[1]s line: %[1]s shot, %[2]s keyframes to describe", "%[1]s lines: %[1]s shots with Shared seams, %[2]s keyframes to describe",
		count[clips], lang.Number(count[clips]), lang.Number(count[pictures])))
	n.sum.SetSpans(n.costs(w, count)...)
	kit.Show(n.sum, n.sum.Text() != "")
	kit.Enable(n.create, !n.making && !n.s.ReadOnly && n.s.Profile().ID != 0)
	kit.Refit(n.content)
	n.store()
}

// costs says what it would come to, once it is made.
func (n *newBoard) costs(w planning.Context, count [2]int) []kit.Span {
	var amounts [2]int64
	for stage, d := range []*draft{n.picture, n.clip} {
		o, _ := planning.BuildOrder(d.form, w.Env)
		q := tariffOf(w.Quote).Quote(o)
		if amounts[stage] = int64(q.Total) * int64(count[stage]); !q.Known || count[clips] == 0 {
			return nil
		}
	}
	parts := sums(wording.MoneyFormat{Currency: w.Quote.Currency}, count, amounts, [2]bool{count[pictures] > 0, false})
	return spans(lang.L("%s est. when you make them", wording.Dotted(parts...)))
}

// textMost is the largest file of lines that is read, in bytes.
const textMost = 1 << 20

// openFile puts the lines of a text file into the list.
func (n *newBoard) openFile() {
	n.s.Chooser.ChooseFile([]string{".txt"}, func(path string) {
		n.s.Do(lang.L("%s cannot be read.", filepath.Base(path)), func(context.Context) error {
			file, err := os.Open(path)
			if err != nil {
				return err
			}
			defer file.Close()
			text, err := io.ReadAll(io.LimitReader(file, textMost))
			if err == nil {
				n.s.Post(func() { n.lines.SetText(strings.ToValidUTF8(string(text), "")) })
			}
			return err
		})
	})
}

// make makes the board and opens it.
func (n *newBoard) make() {
	if n.create.Disabled() {
		return
	}
	b := n.made()
	if b.Name == "" {
		b.Name = lang.L("Board of %s", lang.Day(n.s.Now()))
	}
	n.making = true
	n.render()
	n.s.Do(lang.L("The board could not be created."), func(ctx context.Context) error {
		made, err := n.s.Store.New(ctx, b)
		n.s.Post(func() {
			n.making = false
			n.render()
			if err == nil {
				n.set.Size = "" // the next one begins anew
				n.stored = newBoardDraft{}
				n.saver.Put(newBoardName, nil)
				n.s.Open(made.Ref)
			}
		})
		return err
	})
}
