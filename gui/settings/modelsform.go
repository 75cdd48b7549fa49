package settings

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// modelsForm edits the further models of a profile.
type modelsForm struct {
	s       *Screen
	profile db.Profile
	at      map[int64]*modelsState
	now     *modelsState

	rows    []*modelRow
	list    *fyne.Container
	add     *widgets.Button
	save    *widgets.Button
	note    *widgets.Text
	content fyne.CanvasObject
}

// modelsState is the list of one profile: as it is kept, and as it was typed.
type modelsState struct {
	kept, typed []client.Alias
	tried       bool // Save was pressed: empty fields are marked too
	saving      bool
	note        string
}

func (st *modelsState) touched() bool { return !slices.Equal(st.kept, st.typed) }

func newModelsForm(s *Screen) *modelsForm {
	f := &modelsForm{s: s, at: map[int64]*modelsState{}, now: &modelsState{}}
	f.list = widgets.NewColumn(8)
	f.add = widgets.NewButton(lang.L("Add model"), resources.IconPlus(), widgets.Plain, f.append)
	f.save = widgets.NewButton(lang.L("Save models"), nil, widgets.Plain, f.keep)
	f.note = note("").Wrap(true)
	f.content = widgets.NewColumn(8, f.list, field("", widgets.NewRow(8, f.add, f.save, f.note)))
	return f
}

func (f *modelsForm) dirty() bool {
	for _, st := range f.at {
		if st.touched() {
			return true
		}
	}
	return false
}

// show turns the form to a profile.
func (f *modelsForm) show(p db.Profile) {
	st := f.at[p.ID]
	if st == nil {
		st = &modelsState{}
		f.at[p.ID] = st
	}
	kept, err := readModels(p.Models)
	if !st.touched() {
		st.typed = slices.Clone(kept)
	}
	st.kept = kept
	if err != nil {
		st.note = lang.L("What is kept here cannot be read. Saving replaces it.")
	}
	f.profile, f.now = p, st
	f.fill()
}

// fill shows the state. Rows that are there stay, so that the cursor does too.
func (f *modelsForm) fill() {
	for len(f.rows) > len(f.now.typed) {
		f.rows = f.rows[:len(f.rows)-1]
	}
	for len(f.rows) < len(f.now.typed) {
		f.rows = append(f.rows, newModelRow(f, len(f.rows)))
	}
	objects := make([]fyne.CanvasObject, len(f.rows))
	for i, r := range f.rows {
		r.show(f.now.typed[i])
		objects[i] = r.content
	}
	f.list.Objects = objects
	f.s.follower.Follow(f.list)
	setVisible(f.list, len(objects) > 0)
	f.check()
}

// check says at each row what is wrong. An empty field is not wrong before somebody wants to save it.
func (f *modelsForm) check() {
	good := true
	for i, why := range checkModels(f.now.typed) {
		good = good && why == noFault
		early := !f.now.tried && (why == noID || why == noLike)
		if early {
			why = noFault
		}
		f.rows[i].complain(why)
	}
	switchOn(f.add, f.profile.ID != 0 && !f.profile.Sandbox)
	switchOn(f.save, f.now.touched() && !f.now.saving)
	f.save.SetText(savingWord(f.now.saving, lang.L("Save models")))
	switch {
	case f.profile.ID == 0:
		f.note.SetText(lang.L("save the profile first"))
	case f.profile.Sandbox:
		f.note.SetText(lang.L("the sandbox has the models of the catalogue, under their own names"))
	case f.now.note != "":
		f.note.SetText(f.now.note)
	case f.now.tried && !good:
		f.note.SetText(lang.L("not saved: see the fields above"))
	case f.now.touched():
		f.note.SetText(lang.L("not saved yet"))
	case len(f.now.typed) == 0:
		f.note.SetText(lang.L("for a service that gives its models other names"))
	default:
		f.note.SetText("")
	}
	f.content.Refresh()
}

// append adds an empty row and goes there.
func (f *modelsForm) append() {
	f.now.typed = append(f.now.typed, client.Alias{Like: catalogue()[0]})
	f.fill()
	f.s.content.Refresh()
	f.rows[len(f.rows)-1].focus()
}

func (f *modelsForm) remove(i int) {
	f.now.typed = slices.Delete(slices.Clone(f.now.typed), i, i+1)
	f.now.note = ""
	f.fill()
	f.s.content.Refresh()
	if c := fyne.CurrentApp().Driver().CanvasForObject(f.add); c != nil {
		c.Focus(f.add)
	}
}

func (f *modelsForm) change(i int, m client.Alias) {
	f.now.typed[i] = m
	f.now.note = ""
	f.check()
}

// keep stores the list where every row is right, and goes to the first that is not.
func (f *modelsForm) keep() {
	st, id := f.now, f.profile.ID
	if id == 0 || !st.touched() || st.saving {
		return
	}
	st.tried = true
	if i := slices.IndexFunc(checkModels(st.typed), func(why modelFault) bool { return why != noFault }); i >= 0 {
		f.check()
		f.rows[i].focus()
		return
	}
	models := slices.Clone(st.typed)
	raw, err := writeModels(models)
	st.saving = err == nil
	if err != nil {
		st.note = lang.L("Not saved: %s", wording.Fault(err))
		f.check()
		return
	}
	f.check()
	f.s.deps.Go(func(ctx context.Context) {
		err := f.s.deps.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { p.Models = raw })
		f.s.deps.Post(func() { f.done(st, models, err) })
	})
}

func (f *modelsForm) done(st *modelsState, models []client.Alias, err error) {
	st.saving, st.note = false, ""
	if err != nil {
		st.note = lang.L("Not saved: %s", wording.Fault(err))
	} else {
		st.kept, st.tried = models, false
		f.s.deps.Refresh()
	}
	if st == f.now {
		f.check()
	}
}

func switchOn(b *widgets.Button, on bool) {
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// savingWord is the word of a button that saves.
func savingWord(saving bool, word string) string {
	if saving {
		return lang.L("Saving…")
	}
	return word
}
