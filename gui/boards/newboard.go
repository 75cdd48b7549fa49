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
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/form"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// creationPage is the page that creates a board: its name, the settings of its pictures and clips, and what it starts
// with.
type creationPage struct {
	*Deps
	*settingsFields
	to       creationRoutes
	known    spending        // what the selected profile may order
	set      boards.Settings // of the new board; its Size is "" before the page was first shown
	name     *kit.Entry
	ratio    *kit.Segmented
	size     *kit.Picker
	kind     int // what the board starts with
	cards    [3]*kit.ChoiceCard
	pictures []db.Asset
	thumbs   *fyne.Container
	picked   *fyne.Container
	choose   *kit.Button // the pictures
	lines    form.PromptLines
	counted  *kit.Text
	listed   *fyne.Container
	sum      *kit.Text
	create   *kit.Button
	making   bool           // the board is being created
	saver    *action.Saver  // of the draft
	stored   newBoardDraft  // the last draft that was passed to saver
	restored atomic.Bool    // the draft of the last run was read
	host     *kit.Banner    // there is no image hosting
	scrolls  [2]*kit.Scroll // the columns
	content  *fyne.Container
}

// creationRoutes are the calls from the page to other pages of the screen.
type creationRoutes struct {
	leave   func()           // back to the list
	created func(ref string) // shows the new board
	isShown func() bool
}

// The starting points of a board, in the order of the page.
const (
	fromPictures = iota
	fromLines
	fromNothing
)

// newBoardDraft holds the fields of the page until the board is created. The zero value is no draft.
type newBoardDraft struct {
	Name     string          `json:"name,omitempty"`
	Lines    string          `json:"lines,omitempty"`
	Kind     int             `json:"kind"`
	Settings boards.Settings `json:"settings"`
	Pictures []string        `json:"pictures,omitempty"` // refs
}

// newBoardName is the setting that stores the draft.
const newBoardName = "boards.new"

// boardSizes returns the sizes of keyframes with a ratio, the default first.
func boardSizes(ratio string) []string {
	return map[string][]string{"16:9": {"1536x864", "2048x1152"}, "9:16": {"864x1536", "1152x2048"},
		"1:1": {"1024x1024", "1536x1536"}}[ratio]
}

func newCreationPage(d *Deps, to creationRoutes) *creationPage {
	n := &creationPage{Deps: d, to: to, name: kit.NewEntry(), counted: smallText().Wrap(true)}
	n.sum = kit.NewRichText(resources.SizeSM, resources.Text2).Wrap(true)
	n.settingsFields = newSettingsFields(d, func(now boards.Settings) { n.set = now; n.render() }, n.make,
		n.refit)
	n.name.OnSubmitted = func(string) { n.make() }
	n.name.OnChanged = func(string) { n.store() }
	n.saver = &action.Saver{Host: d.Host, Settings: d.Library}
	for i, column := range []fyne.CanvasObject{n.settingsColumn(), n.startColumn()} {
		n.scrolls[i] = kit.NewVScroll(kit.NewInset(20, 24, 20, 24, column))
	}
	left, right := n.scrolls[0], n.scrolls[1]
	notices := kit.NewFloat(left, n.picture.Notice, n.clip.Notice)
	columns := kit.NewEven(1, container.NewStack(onGround(resources.BgPanel, left), notices),
		onGround(resources.BgWindow, right))
	n.content = container.NewStack(kit.NewFilled(0, columns, onGround(resources.BgPanel, n.newHead()), columns,
		onGround(resources.BgPanel, n.newFoot())), n.lines.Names())
	n.follow()
	return n
}

// refit lays the page out again.
func (n *creationPage) refit() {
	kit.Refit(n.content)
	n.follow()
}

// follow makes the columns scroll to the control that gets the focus.
func (n *creationPage) follow() {
	for _, column := range n.scrolls {
		kit.Follow(column, column.Content)
	}
}

func onGround(ground fyne.ThemeColorName, o fyne.CanvasObject) *fyne.Container {
	return container.NewStack(kit.NewGround(ground), o)
}

// settingsColumn returns the fields of the name and the settings.
func (n *creationPage) settingsColumn() fyne.CanvasObject {
	n.ratio = kit.NewSegmented(client.Ratios(), func(i int) { n.setSize(boardSizes(client.Ratios()[i])[0]) })
	n.size = kit.NewSimplePicker(nil, func(i int) { n.setSize(boardSizes(planning.RatioOf(n.set.Size))[i]) })
	note := kit.NewText(lang.L("Fixed for this board."), resources.SizeXS, resources.Text3, false)
	ratio := kit.NewColumn(2, kit.NewField(lang.L("Ratio"), n.ratio), kit.NewUnderField(note))
	size := kit.NewField(lang.L("Keyframe size"), n.size)
	n.ofPictures.Objects = slices.Insert(n.ofPictures.Objects, 1, []fyne.CanvasObject{ratio, size}...)
	return kit.NewColumn(14, kit.NewField(lang.L("Name"), n.name), kit.NewRule(), n.ofPictures, kit.NewRule(),
		n.ofClips)
}

// newHead returns the row above the page.
func (n *creationPage) newHead() fyne.CanvasObject {
	back := kit.NewButton(lang.X("place", "Boards"), resources.IconArrowLeft, kit.Quiet, n.to.leave)
	title := kit.NewText(lang.L("New board"), resources.SizeH1, resources.Text1, true)
	note := kit.NewText(lang.L("Every shot can differ from this later"), resources.SizeSM, resources.Text2,
		false).Ellipsis()
	row := kit.NewFixed(0, headerHeight, kit.NewRow(8, back, title, kit.NewSpring(), note))
	return kit.NewColumn(0, kit.NewInset(0, 16, 0, 8, row), kit.NewRule())
}

// newFoot returns the sum and the buttons below the page.
func (n *creationPage) newFoot() fyne.CanvasObject {
	free := kit.NewText(lang.L("Creating a board is free. Nothing is sent."), resources.SizeSM, resources.Text2,
		false).Wrap(true)
	n.create = kit.NewButton(lang.L("Create board"), nil, kit.Primary, n.make).Large()
	cancel := kit.NewButton(lang.X("verb", "Cancel")+"  Esc", nil, kit.Quiet, n.to.leave).Large()
	row := kit.NewBeside(12, 240, kit.NewColumn(1, n.sum, free), kit.NewRow(12, cancel, n.create))
	return kit.NewColumn(0, kit.NewRule(), kit.NewInset(16, 24, 16, 24, row))
}

// startColumn returns the choice of what the board starts with.
func (n *creationPage) startColumn() fyne.CanvasObject {
	n.lines = n.Composer.NewPromptLines(6, n.render, n.make)
	n.thumbs = kit.NewFlow(6)
	n.choose = kit.NewButton(lang.L("Choose pictures…"), nil, kit.Plain, func() {
		n.Chooser.ChoosePictures(lang.L("Choose pictures for the board"), func(list []db.Asset) {
			if len(list) > 0 {
				n.take(list)
			}
			n.Canvas().Focus(n.choose)
		})
	})
	n.picked = kit.NewColumn(8, n.thumbs, kit.NewRow(8, n.choose))
	n.listed = kit.NewColumn(4, n.lines.Field(), kit.NewRow(8, n.counted, kit.NewSpring(),
		kit.NewLink(lang.L("Open a text file…"), n.openFile)))
	column := kit.NewColumn(12, kit.NewText(lang.L("Start with"), resources.SizeBody, resources.Text1, true))
	for kind, way := range []struct {
		icon       fyne.Resource
		name, text string
		fields     fyne.CanvasObject
	}{
		{resources.IconGallery, lang.L("Pictures from the gallery"),
			lang.L("Each one becomes a keyframe, with a shot between two neighbours."), n.picked},
		{resources.IconText, lang.L("A list of lines"),
			lang.L("One line per shot. It describes the shot and the keyframe before it."), n.listed},
		{resources.IconPlus, lang.L("An empty board"),
			lang.L("One empty keyframe. Describe it, or drop a picture on it."), kit.NewColumn(0)},
	} {
		content := kit.NewRow(12, kit.NewIcon(way.icon, 18, resources.Text2), kit.NewColumn(2,
			kit.NewText(way.name, resources.SizeBody, resources.Text1, true),
			kit.NewText(way.text, resources.SizeSM, resources.Text2, false).Wrap(true)))
		n.cards[kind] = kit.NewChoiceCard(way.name, content, func() { n.start(kind) })
		column.Add(kit.NewColumn(8, n.cards[kind], way.fields))
	}
	n.host = kit.NewBanner(resources.IconInfo, kit.ToneNeutral,
		lang.L("A made picture can be reached by the service for 24 h. Make its clips "+
			"within that time, or set up image hosting and nothing on a board expires."),
		kit.NewLink(lang.L("Set up image hosting…"), n.Navigator.ShowHosting))
	column.Add(n.host)
	return column
}

// begin shows the draft of a board, or the default settings. The board starts with pictures, if there are any.
func (n *creationPage) begin(pictures ...db.Asset) {
	if n.set.Size == "" {
		n.reset()
	}
	if len(pictures) > 0 {
		n.take(pictures)
	}
	n.setSize(n.set.Size)
}

// update reads the profile that pays for the board, and once the draft of the last run. It must not run on the window's
// goroutine.
func (n *creationPage) update(ctx context.Context) {
	if !n.restored.Swap(true) {
		n.restore(ctx)
	}
	known, ok := readSpending(ctx, n.Deps, boards.View{})
	if ctx.Err() != nil {
		return
	}
	n.Post(func() {
		if ok {
			n.known = known
		}
		if n.to.isShown() {
			n.render()
		}
	})
}

// store stores the fields of the page if they changed.
func (n *creationPage) store() {
	if !n.to.isShown() || n.set.Size == "" {
		return
	}
	d := newBoardDraft{Name: n.name.Text, Lines: n.lines.Text(), Kind: n.kind, Settings: n.set}
	for _, a := range n.pictures {
		d.Pictures = append(d.Pictures, a.Ref)
	}
	if !reflect.DeepEqual(d, n.stored) {
		n.stored = d
		n.saver.Put(newBoardName, d)
	}
}

// restore restores the draft of the last run. Settings that this version does not know are replaced by the defaults. It
// must not run on the window's goroutine.
func (n *creationPage) restore(ctx context.Context) {
	var d newBoardDraft
	found, err := n.Library.Setting(ctx, newBoardName, &d)
	if err != nil {
		n.Log().Warn("read draft of a board", "err", err)
	}
	if err != nil || !found {
		return
	}
	var pictures []db.Asset
	for _, ref := range d.Pictures {
		a, err := n.Library.AssetByRef(ctx, ref)
		if err == nil && a.TrashedAt.IsZero() {
			pictures = append(pictures, a)
		}
	}
	n.Post(func() {
		if n.set.Size != "" || n.to.isShown() { // the user has begun another one meanwhile
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

// reset clears the page, with the default settings.
func (n *creationPage) reset() {
	n.set = boards.Settings{PictureModel: client.ImageModels()[0].ID, Quality: "medium",
		Model:      client.VideoModels()[0].ID,
		Resolution: client.DefaultResolution, Seconds: client.DefaultSeconds, Size: boardSizes(client.Ratios()[0])[0]}
	n.name.SetText("")
	n.lines.SetText("")
	n.take(nil)
	n.kind = fromNothing
}

// setSize sets the size of the keyframes, and with it the ratio.
func (n *creationPage) setSize(size string) {
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

// take starts the board with pictures.
func (n *creationPage) take(pictures []db.Asset) {
	n.pictures, n.kind, n.thumbs.Objects = pictures, fromPictures, nil
	for _, a := range pictures {
		p := facts.NewPicture(n, n.Pictures, fyne.NewSize(72, 40))
		p.SetAsset(a)
		n.thumbs.Add(p)
	}
	n.thumbs.Refresh()
	n.render()
}

// start sets the starting point of the board. The keyboard focus goes to its field, because a click leaves it nowhere.
func (n *creationPage) start(kind int) {
	n.kind = kind
	n.render()
	switch kind {
	case fromPictures:
		n.Canvas().Focus(n.choose)
	case fromLines:
		n.lines.Focus(n.Canvas())
	default:
		n.Canvas().Focus(n.cards[kind])
	}
}

// prompts returns the lines that are not empty.
func (n *creationPage) prompts() (all []string) {
	for line := range strings.SplitSeq(n.lines.Text(), "\n") {
		line = strings.TrimSpace(line)
		if line != "" {
			all = append(all, line)
		}
	}
	return all
}

// newBoardActions returns the actions of the page.
func (n *creationPage) newBoardActions() []action.Action {
	on := func(id, label string, keys []action.Chord, do func()) action.Action {
		return action.Action{ID: id, Group: lang.X("menu", "Board"), Label: label, Do: do, Hidden: !n.to.isShown(),
			Keys:  keys,
			Scope: action.Scope{In: "boards", When: inNew}}
	}
	create := on("board.create", lang.L("Create board"),
		action.KeysWith(fyne.KeyModifierShortcutDefault, fyne.KeyReturn), n.make)
	return []action.Action{create,
		on("board.leave", lang.L("Cancel the new board"), action.BareKeys(fyne.KeyEscape), n.to.leave)}
}

// draftBoard returns the board that the page describes.
func (n *creationPage) draftBoard() boards.Board {
	b := boards.Board{Name: strings.TrimSpace(n.name.Text), BoardHead: db.BoardHead{ProfileID: n.Profile().ID},
		Settings: n.set}
	switch n.kind {
	case fromPictures:
		var refs []string
		for _, a := range n.pictures {
			refs = append(refs, a.Ref)
		}
		b.AddPictures(refs)
	case fromLines:
		b.AddLines(n.prompts())
		b.DescribeFrames()
	}
	if len(b.Frames) == 0 {
		b.AddFrame("")
	}
	return b
}

// render shows the fields.
func (n *creationPage) render() {
	w := n.known.Context
	w.Now = n.Now()
	n.settingsFields.show(w, n.set, false)
	for kind, card := range n.cards {
		card.SetChosen(kind == n.kind)
	}
	kit.Show(n.listed, n.kind == fromLines)
	kit.Show(n.picked, n.kind == fromPictures)
	kit.Show(n.host, !n.Creator.HostsPictures())
	var count [2]int // how many pictures and clips are to be made
	switch n.kind {
	case fromLines:
		count[planning.Clips] = len(n.prompts())
		count[planning.Keyframes] = count[planning.Clips] + 1
	case fromPictures:
		count[planning.Clips] = max(len(n.pictures)-1, 0)
	}
	kit.Show(n.counted, count[planning.Clips] > 0)
	n.counted.SetText(lang.N("%[1]s line: %[1]s shot, %[2]s keyframes",
		"%[1]s lines: %[1]s shots, %[2]s keyframes",
		count[planning.Clips], lang.Number(count[planning.Clips]), lang.Number(count[planning.Keyframes])))
	missing := n.missing()
	n.sum.SetSpans(n.costs(w, count)...)
	if missing != "" {
		n.sum.SetText(missing)
	}
	kit.Show(n.sum, n.sum.Text() != "")
	kit.Enable(n.create, missing == "" && !n.making && !n.ReadOnly && n.Profile().ID != 0)
	kit.Refit(n.content)
	n.store()
}

// missing returns what the user must do before the board can be created; "" if there is nothing.
func (n *creationPage) missing() string {
	switch {
	case n.kind == fromLines && len(n.prompts()) == 0:
		return lang.L("Type at least one line.")
	case n.kind == fromPictures && len(n.pictures) == 0:
		return lang.L("Choose at least one picture.")
	}
	return ""
}

// costs returns the estimated price of making all pictures and clips.
func (n *creationPage) costs(w planning.Context, count [2]int) []kit.Span {
	var amounts [2]int64
	for stage, d := range []*draft{n.picture, n.clip} {
		o, _ := planning.BuildOrder(d.form, w.Env)
		q := tariffOf(w.Quote).Quote(o)
		amounts[stage] = int64(q.Total) * int64(count[stage])
		if !q.Known || count[planning.Clips] == 0 {
			return nil
		}
	}
	if q := n.mentions(w); q.Known && q.Total > 0 {
		amounts[planning.Keyframes] = q.Total
	}
	parts := sums(wording.MoneyFormat{Currency: w.Quote.Currency}, count, amounts,
		[2]bool{count[planning.Keyframes] > 0, false})
	return spans(lang.L("%s est. when you make them", wording.Dotted(parts...)))
}

// mentions returns the price of the keyframes if their prompts mention the cast, whose pictures are sent along. The
// price is 0 without a mention.
func (n *creationPage) mentions(w planning.Context) jobs.Quote {
	if n.kind != fromLines || !strings.Contains(n.lines.Text(), "@") {
		return jobs.Quote{}
	}
	var pictures []db.Asset
	for _, e := range n.Cast.Entries() {
		for _, ref := range e.Pictures {
			if a := n.Cast.Picture(ref); a.ID != 0 {
				pictures = append(pictures, a)
			}
		}
	}
	v := boards.NewView(n.draftBoard(), nil, nil, pictures)
	v.Cast = n.Cast.Entries()
	var frames []string
	for _, f := range v.Frames {
		frames = append(frames, f.ID)
	}
	return planning.NewClick(v, w, frames...).Quoted()
}

// maxText is the largest part of a text file that is read, in bytes.
const maxText = 1 << 20

// openFile replaces the lines by those of a text file.
func (n *creationPage) openFile() {
	n.Chooser.ChooseFile([]string{".txt"}, func(path string) {
		n.Do(lang.L("%s cannot be read.", filepath.Base(path)), func(context.Context) error {
			file, err := os.Open(path)
			if err != nil {
				return err
			}
			defer file.Close()
			text, err := io.ReadAll(io.LimitReader(file, maxText))
			if err == nil {
				n.Post(func() { n.lines.SetText(strings.ToValidUTF8(string(text), "")) })
			}
			return err
		})
	})
}

// make creates the board and shows it.
func (n *creationPage) make() {
	if n.create.Disabled() {
		return
	}
	b := n.draftBoard()
	if b.Name == "" {
		b.Name = lang.L("Board of %s", lang.Day(n.Now()))
	}
	n.making = true
	n.render()
	n.Do(lang.L("The board could not be created."), func(ctx context.Context) error {
		made, err := n.Store.New(ctx, b)
		n.Post(func() {
			n.making = false
			n.render()
			if err == nil {
				n.set.Size = "" // the next one starts with the defaults
				n.stored = newBoardDraft{}
				n.saver.Put(newBoardName, nil)
				n.to.created(made.Ref)
			}
		})
		return err
	})
}
