package casting

import (
	"context"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/cast"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// Sizes of the editor, px.
const (
	editorWidth = 560
	tileSize    = 96
	maxPictures = cast.MaxPictures
	countFrom   = cast.MaxWords - 200 // characters from which the count is shown
)

// entryDraft holds the fields of the editor.
type entryDraft struct {
	entry    cast.Entry
	pictures []db.Asset // in the order of entry.Pictures; zero: it is gone
}

// changedFrom reports whether the fields differ from an entry.
func (d entryDraft) changedFrom(e cast.Entry) bool { return !d.entry.Equal(e) }

// entryEditor is the dialog that adds or changes an entry. While the user chooses a picture in the gallery it is
// closed, and it opens again with the same fields.
type entryEditor struct {
	cast   *Cast
	old    string // name of the entry that is changed; "": a new one
	was    cast.Entry
	now    entryDraft
	extra  []db.Asset            // pictures that are to be added: the user chooses the entry
	others map[string]entryDraft // fields of the entries that the user turned away from, by old
	typed  bool                  // the name was changed, or Save was pressed: an empty name is a mistake
	saving bool
	done   func(name string) // is called once at the end; "": nothing was saved
	ended  bool

	sheet   *kit.Sheet
	target  *kit.Picker // of extra; nil: there is none
	name    *kit.Entry
	kind    *kit.Segmented
	words   *kit.Entry
	count   *kit.Text
	tiles   *fyne.Container
	gallery *kit.Button
	file    *kit.Button
	nameBad *kit.Text
	bad     *kit.Text
	save    *kit.Button
}

// Edit opens the editor of an entry; "" adds a new one.
func (c *Cast) Edit(name string) { c.edit(name, "", nil, func(string) {}) }

// Add opens the editor of a new entry with a name. done gets the name of the saved entry, or "" if none was saved.
func (c *Cast) Add(name string, done func(name string)) { c.edit("", name, nil, done) }

// AddPictures opens the editor with pictures. The user chooses whether they belong to a new entry or to which one.
func (c *Cast) AddPictures(pictures ...db.Asset) { c.edit("", "", pictures, func(string) {}) }

// edit opens the editor of the entry with the name old; "": of a new one with a name. extra is added to its pictures.
func (c *Cast) edit(old, name string, extra []db.Asset, done func(name string)) {
	if c.ReadOnly {
		c.Say(kit.ToneNeutral, lang.L("The library is read-only."), "")
		done("")
		return
	}
	d := &entryEditor{cast: c, extra: extra, others: map[string]entryDraft{}, done: done}
	d.switchTo(old)
	if name != "" {
		d.now.entry.Name = name
	}
	d.open()
}

// switchTo shows the fields of another entry, as the user left them or as it is.
func (d *entryEditor) switchTo(old string) {
	if draft, known := d.others[old]; known {
		d.old, d.now = old, draft
		d.was, _ = cast.Find(d.cast.entries, old)
		return
	}
	e, known := cast.Find(d.cast.entries, old)
	if !known {
		e, old = cast.Entry{Kind: cast.Person}, ""
	}
	d.old, d.was, d.now = old, e, d.cast.draftOf(e)
	if left, ok := d.cast.drafts[old]; ok {
		d.now = left
	}
	d.addPictures(d.extra)
}

// draftOf returns the fields of an entry.
func (c *Cast) draftOf(e cast.Entry) entryDraft {
	draft := entryDraft{entry: e}
	draft.entry.Pictures = slices.Clone(e.Pictures)
	for _, ref := range e.Pictures {
		draft.pictures = append(draft.pictures, c.pictures[ref])
	}
	return draft
}

// addPictures adds pictures that the entry does not have.
func (d *entryEditor) addPictures(pictures []db.Asset) {
	for _, a := range pictures {
		if a.Ref != "" && !slices.Contains(d.now.entry.Pictures, a.Ref) {
			d.now.entry.Pictures = append(d.now.entry.Pictures, a.Ref)
			d.now.pictures = append(d.now.pictures, a)
		}
	}
}

// open shows the dialog with the fields as they are.
func (d *entryEditor) open() {
	d.makeFields()
	title := lang.L("Add to the cast")
	if d.old != "" && d.extra == nil {
		title = "@" + d.old
	}
	body := []fyne.CanvasObject{kit.NewText(title, resources.SizeH2, resources.Text1, true)}
	if d.extra != nil && len(d.cast.entries) > 0 {
		body = append(body, kit.NewField(lang.L("Entry"), d.newTarget()))
	}
	under := func(o fyne.CanvasObject) fyne.CanvasObject { return kit.NewUnderField(o) }
	body = append(body,
		kit.NewColumn(3, kit.NewField(lang.L("Name"), d.name), under(d.nameBad)),
		kit.NewField(lang.L("Kind"), d.kind),
		kit.NewColumn(3, kit.NewField(lang.L("Words"), d.words), under(d.count)),
		kit.NewField(lang.L("Pictures"), kit.NewColumn(8, d.tiles, kit.NewFlow(8, d.gallery, d.file))),
		d.bad)
	cancel := kit.NewButton(lang.L("Cancel"), nil, kit.Plain, func() { d.end(false) })
	d.save = kit.NewButton(lang.X("verb", "Save"), nil, kit.Primary, d.store)
	var remove []fyne.CanvasObject
	if d.old != "" && d.extra == nil {
		old := d.old
		remove = append(remove, kit.NewButton(lang.L("Remove from the cast"), resources.IconTrash, kit.Danger, func() {
			d.end(true)
			d.cast.Remove(old)
		}))
	}
	body = append(body, kit.NewAnswers(cancel, d.save, remove...))
	d.sheet = kit.ShowWideSheet(d.cast.Canvas(), editorWidth, kit.NewColumn(12, body...), func() { d.end(true) })
	d.sheet.Default = d.store
	d.show()
	if d.target != nil && d.old == "" {
		d.cast.Canvas().Focus(d.target)
		return
	}
	d.cast.Canvas().Focus(d.name)
}

// makeFields makes the controls.
func (d *entryEditor) makeFields() {
	small := func(color fyne.ThemeColorName) *kit.Text {
		return kit.NewText("", resources.SizeSM, color, false).Wrap(true)
	}
	d.target = nil
	d.name, d.words = kit.NewEntry(), kit.NewEntry()
	d.name.SetPlaceHolder(lang.L("Without spaces, such as Mara"))
	d.name.SetText(d.now.entry.Name)
	d.name.CursorColumn = len([]rune(d.now.entry.Name))
	d.name.OnChanged = func(text string) {
		d.now.entry.Name, d.typed = strings.TrimPrefix(strings.TrimSpace(text), "@"), true
		d.show()
	}
	d.name.OnSubmitted = func(string) { d.store() }
	var kinds []string
	for _, k := range cast.Kinds() {
		kinds = append(kinds, KindName(k))
	}
	d.kind = kit.NewSegmented(kinds, func(i int) {
		d.now.entry.Kind = cast.Kinds()[i]
		d.show()
	}).Tight()
	d.kind.SetSelected(slices.Index(cast.Kinds(), d.now.entry.Kind))
	d.words.MultiLine, d.words.Wrapping, d.words.Scroll = true, fyne.TextWrapWord, fyne.ScrollBoth
	d.words.SetMinRowsVisible(3)
	d.words.SetPlaceHolder(lang.L("What stays the same in every shot: looks, clothes, material, light"))
	d.words.SetText(d.now.entry.Words)
	d.words.OnChanged = func(text string) {
		d.now.entry.Words = strings.Join(strings.Fields(text), " ")
		d.show()
	}
	d.count, d.nameBad, d.bad = small(resources.Text2), small(resources.Err), small(resources.Err)
	d.tiles = kit.NewTiles(8, maxPictures)
	d.gallery = kit.NewButton(lang.L("From the gallery…"), resources.IconGallery, kit.Plain, d.chooseAssets).Small()
	d.file = kit.NewButton(lang.L("From a file…"), resources.IconFolderOpen, kit.Plain, d.chooseFile).Small()
	d.showTiles()
}

// newTarget makes the control that chooses the entry which gets the pictures.
func (d *entryEditor) newTarget() *kit.Picker {
	choices := []kit.Choice{{Title: lang.L("New entry")}}
	names := []string{""}
	for _, e := range d.cast.entries {
		choices = append(choices, kit.Choice{Title: "@" + e.Name, Words: Summary(e)})
		names = append(names, e.Name)
	}
	d.target = kit.NewPicker(choices, func(i int) {
		d.others[d.old] = d.now
		d.switchTo(names[i])
		d.fill()
	})
	d.target.SetSelected(max(slices.Index(names, d.old), 0))
	return d.target
}

// fill shows the fields of another entry in the controls.
func (d *entryEditor) fill() {
	now := d.now // the callbacks of the controls change it
	d.name.SetText(now.entry.Name)
	d.words.SetText(now.entry.Words)
	d.now = now
	d.typed = false
	d.kind.SetSelected(slices.Index(cast.Kinds(), now.entry.Kind))
	d.showTiles()
	d.show()
}

// showTiles shows the pictures with their numbers, and below each the buttons that move and remove it.
func (d *entryEditor) showTiles() {
	d.tiles.RemoveAll()
	for i, a := range d.now.pictures {
		p := facts.NewPicture(d.cast.Host, d.cast.Pictures, fyne.NewSize(tileSize, tileSize))
		p.SetCorner(kit.TopLeft, lang.Number(i+1), nil)
		p.SetAsset(a)
		if note := lostNote(a); note != "" {
			p.SetIcon(resources.IconTrash)
			p.SetCorner(kit.BottomLeft, note, resources.IconWarning)
		}
		button := func(icon fyne.Resource, word string, on bool, do func()) *kit.Button {
			b := kit.NewIconButton(icon, word, do).SetKind(kit.Quiet).Small()
			kit.Enable(b, on)
			return b
		}
		d.tiles.Add(kit.NewColumn(2, p, kit.NewRow(0,
			button(resources.IconChevronLeft, lang.L("Move picture %d to the left", i+1), i > 0,
				func() { d.move(i, i-1) }),
			button(resources.IconChevronRight, lang.L("Move picture %d to the right", i+1), i+1 < len(d.now.pictures),
				func() { d.move(i, i+1) }),
			button(resources.IconClose, lang.L("Remove picture %d", i+1), true, func() { d.drop(i) }))))
	}
	kit.Show(d.tiles, len(d.now.pictures) > 0)
}

// lostNote returns why a picture of an entry cannot be sent; "": it can.
func lostNote(a db.Asset) string {
	switch {
	case a.ID == 0:
		return lang.L("missing")
	case !a.TrashedAt.IsZero():
		return lang.L("in the trash")
	}
	return ""
}

// move moves a picture to another place. The focus stays on the button of the picture.
func (d *entryEditor) move(from, to int) {
	refs, all := d.now.entry.Pictures, d.now.pictures
	refs[from], refs[to] = refs[to], refs[from]
	all[from], all[to] = all[to], all[from]
	d.showTiles()
	d.show()
	button := 1
	if to < from {
		button = 0
	}
	d.focusTile(to, button)
}

// focusTile moves the focus to a button of a tile, or to the one beside it if it is off.
func (d *entryEditor) focusTile(tile, button int) {
	buttons := d.tiles.Objects[tile].(*fyne.Container).Objects[1].(*fyne.Container).Objects
	b := buttons[button].(*kit.Button)
	if b.Disabled() {
		b = buttons[1-button].(*kit.Button)
	}
	d.cast.Canvas().Focus(b)
}

// drop removes a picture.
func (d *entryEditor) drop(i int) {
	d.now.entry.Pictures = slices.Delete(slices.Clone(d.now.entry.Pictures), i, i+1)
	d.now.pictures = slices.Delete(slices.Clone(d.now.pictures), i, i+1)
	d.showTiles()
	d.show()
	d.cast.Canvas().Focus(d.gallery)
}

// show shows what is wrong with the fields, and how long the words are.
func (d *entryEditor) show() {
	e := d.now.entry
	bad := d.nameProblem()
	d.name.SetFailed(bad != "")
	kit.ShowText(d.nameBad, bad)
	long := ""
	n := len([]rune(e.Words))
	if n > countFrom {
		long = lang.L("%[1]s of %[2]s characters", lang.Number(n), lang.Number(cast.MaxWords))
	}
	color := resources.Text2
	if n > cast.MaxWords {
		color = resources.Err
	}
	d.words.SetFailed(n > cast.MaxWords)
	d.count.SetColor(color)
	kit.ShowText(d.count, long)
	tooMuch := ""
	if len(e.Pictures) > maxPictures {
		tooMuch = tooMany()
	}
	kit.ShowText(d.bad, tooMuch)
	kit.Enable(d.gallery, len(e.Pictures) < maxPictures)
	kit.Enable(d.file, len(e.Pictures) < maxPictures)
	d.keep()
	if d.sheet != nil && d.sheet.Shown() {
		d.sheet.Refresh()
	}
}

// keep stores the fields, so that a crash or a restart does not lose them. With pictures to add, the entry is not chosen
// yet.
func (d *entryEditor) keep() {
	switch {
	case d.extra != nil || d.ended:
	case d.now.changedFrom(d.was):
		d.cast.keepDraft(d.old, d.now)
	default:
		d.cast.dropDraft(d.old)
	}
}

// tooMany returns the sentence for an entry with too many pictures.
func tooMany() string { return fault(cast.ErrPictures) }

// nameProblem returns why the typed name is refused; "": it is not.
func (d *entryEditor) nameProblem() string {
	name := d.now.entry.Name
	twin, taken := cast.Find(d.cast.entries, name)
	switch {
	case name == "" && !d.typed:
		return ""
	case !cast.IsName(name):
		return fault(cast.ErrName)
	case taken && !strings.EqualFold(twin.Name, d.old):
		return fault(db.ErrCastName)
	}
	return ""
}

// store saves the entry and closes the dialog. If it cannot be saved, the dialog shows why and stays.
func (d *entryEditor) store() {
	d.typed = true
	d.show()
	e := d.now.entry
	switch err := e.Check(); {
	case d.saving || d.ended:
		return
	case d.nameProblem() != "":
		d.cast.Canvas().Focus(d.name)
		return
	case err != nil:
		kit.ShowText(d.bad, fault(err))
		d.sheet.Refresh()
		if errors.Is(err, cast.ErrEmpty) || errors.Is(err, cast.ErrWords) {
			d.cast.Canvas().Focus(d.words)
		}
		return
	case d.old != "" && !d.now.changedFrom(d.was):
		d.close(e.Name)
		return
	}
	d.saving = true
	c, old := d.cast, d.old
	c.Go(func(ctx context.Context) {
		back, err := c.Library.SaveCast(context.WithoutCancel(ctx), old, e)
		if err == nil {
			c.Update(ctx)
		}
		c.Post(func() {
			d.saving = false
			if err != nil {
				kit.ShowText(d.bad, fault(err))
				d.sheet.Refresh()
				return
			}
			words := lang.L("@%s was added to the cast.", e.Name)
			if old != "" {
				words = lang.L("@%s was changed.", e.Name)
			}
			c.changed(words, back)
			d.close(e.Name)
			if d.extra != nil {
				c.Say(kit.ToneNeutral, words, "", action.Action{Label: lang.L("Undo"), Do: func() { c.Undo() }})
			}
		})
	})
}

// end closes the dialog without saving. keep: the fields are shown again when the entry is opened again.
func (d *entryEditor) end(keep bool) {
	if keep && d.now.changedFrom(d.was) && d.extra == nil {
		d.cast.keepDraft(d.old, d.now)
		d.ended = true
		d.finish("")
		return
	}
	d.close("")
}

// close closes the dialog. name is that of the saved entry, or "".
func (d *entryEditor) close(name string) {
	if d.ended {
		return
	}
	d.ended = true
	d.cast.dropDraft(d.old)
	d.finish(name)
}

func (d *entryEditor) finish(name string) {
	d.sheet.Hide()
	d.done(name)
}

// chooseAssets lets the user choose pictures of the gallery. The dialog is closed meanwhile. The fields are kept for
// the next time that the entry is opened, because the user may never return from the gallery.
func (d *entryEditor) chooseAssets() {
	d.sheet.Hide()
	d.cast.keepDraft(d.old, d.now)
	question := lang.L("Choose pictures for the cast")
	if d.now.entry.Name != "" {
		question = lang.L("Choose pictures of @%s", d.now.entry.Name)
	}
	d.cast.Chooser.ChoosePictures(question, func(list []db.Asset) {
		d.cast.dropDraft(d.old)
		d.addPictures(list)
		d.open()
	})
}

// chooseFile imports a picture from a file.
func (d *entryEditor) chooseFile() {
	d.cast.Chooser.ChooseFile([]string{".png", ".jpg", ".jpeg", ".webp"}, func(path string) {
		d.cast.Go(func(ctx context.Context) {
			a, err := d.cast.Import(ctx, path)
			d.cast.Post(func() {
				if d.ended {
					return
				}
				if err == nil {
					d.addPictures([]db.Asset{a})
					d.showTiles()
				}
				d.show()
				if err != nil {
					kit.ShowText(d.bad, fault(err))
					d.sheet.Refresh()
				}
			})
		})
	})
}
