package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The widths of a row's fields, px: both fit the narrowest window; with longer words the second goes below the first.
const (
	aliasWidth = 200
	modelWidth = 310
)

// modelsForm edits the further models of a profile. What was typed stands in the rows.
type modelsForm struct {
	s       *Screen
	profile db.Profile
	kept    []client.Alias
	tried   bool // Save was pressed: empty fields are marked too
	saving  bool
	said    string // what became of saving

	rows    []*modelRow
	list    *fyne.Container
	add     *widgets.Button
	save    *widgets.Button
	note    *widgets.Text
	content fyne.CanvasObject
}

// modelRow is one further model.
type modelRow struct {
	model   client.Alias // as it stands in the fields
	label   *widgets.Text
	entry   *widgets.Entry
	like    *widgets.Picker
	remove  *widgets.Button
	problem *widgets.Text
	content fyne.CanvasObject
}

func newModelsForm(s *Screen) *modelsForm {
	f := &modelsForm{s: s}
	f.list = widgets.NewColumn(8)
	f.add = widgets.NewButton(lang.L("Add model"), resources.IconPlus(), widgets.Plain, f.append)
	f.save = widgets.NewButton(lang.L("Save models"), nil, widgets.Plain, f.keep)
	f.note = note("").Wrap(true)
	f.content = widgets.NewColumn(8, f.list, field("", widgets.NewRow(8, f.add, f.save, f.note)))
	return f
}

func (f *modelsForm) newRow(m client.Alias) *modelRow {
	r := &modelRow{model: m, label: labelText("")}
	r.entry = widgets.NewEntry()
	r.entry.TextStyle.Monospace = true
	r.entry.SetPlaceHolder(lang.L("id at the service"))
	r.entry.SetText(m.ID)
	r.entry.OnChanged = func(text string) {
		r.model.ID = strings.TrimSpace(text)
		f.edited()
	}
	r.entry.OnSubmitted = func(string) { f.keep() }
	r.like = widgets.NewPicker(likeOptions(), func(int) {
		r.model.Like = catalogue()[r.like.Selected()]
		f.edited()
	})
	r.like.SetPlaceholder(lang.L("choose a model"))
	r.like.SetSelected(likeIndex(m.Like))
	r.remove = widgets.NewIconButton(resources.IconTrash(), lang.L("Remove model"), func() {
		f.setRows(slices.DeleteFunc(f.rows, func(other *modelRow) bool { return other == r }))
		f.edited()
		f.s.content.Refresh()
		focus(f.add)
	})
	r.problem = failure("")
	r.content = labelledBy(r.label, widgets.NewColumn(4, widgets.NewFlow(8, widgets.NewFixed(aliasWidth, 0, r.entry),
		widgets.NewRow(8, note(lang.L("works like")), widgets.NewFixed(modelWidth, 0, r.like), r.remove)), r.problem))
	return r
}

// typed is the list as it stands in the rows.
func (f *modelsForm) typed() []client.Alias {
	var models []client.Alias
	for _, r := range f.rows {
		models = append(models, r.model)
	}
	return models
}

func (f *modelsForm) touched() bool { return !slices.Equal(f.kept, f.typed()) }

// show brings the form up to date. What was typed and not saved stays.
func (f *modelsForm) show(p db.Profile) fyne.CanvasObject {
	f.profile = p
	kept, err := readModels(p.Models)
	if !f.touched() && !slices.Equal(kept, f.kept) {
		var rows []*modelRow
		for _, m := range kept {
			rows = append(rows, f.newRow(m))
		}
		f.setRows(rows)
	}
	f.kept = kept
	if err != nil {
		f.said = lang.L("What is kept here cannot be read. Saving replaces it.")
	}
	setVisible(f.list, len(f.rows) > 0)
	f.check()
	return f.content
}

func (f *modelsForm) setRows(rows []*modelRow) {
	f.rows = rows
	f.list.Objects = nil
	for i, r := range rows {
		r.label.SetText("")
		if i == 0 {
			r.label.SetText(lang.L("Model id"))
		}
		f.list.Objects = append(f.list.Objects, r.content)
	}
	f.s.follower.Follow(f.list)
	setVisible(f.list, len(rows) > 0)
}

func (f *modelsForm) edited() {
	f.said = ""
	f.check()
}

// check says at each row what is wrong. An empty field is not wrong before somebody wants to save it.
func (f *modelsForm) check() {
	good := true
	for i, why := range checkModels(f.typed()) {
		good = good && why == noFault
		if !f.tried && (why == noID || why == noLike) {
			why = noFault
		}
		sayProblem(f.rows[i].problem, why.words())
		f.rows[i].entry.SetFailed(why != noFault && why != noLike)
	}
	touched := f.touched()
	switchOn(f.add, f.profile.ID != 0 && !f.profile.Sandbox)
	switchOn(f.save, touched && !f.saving)
	f.save.SetText(savingWord(f.saving, lang.L("Save models")))
	words := ""
	switch {
	case f.profile.ID == 0:
		words = lang.L("save the profile first")
	case f.profile.Sandbox:
		words = lang.L("the sandbox has the models of the catalogue, under their own names")
	case f.said != "":
		words = f.said
	case f.tried && !good:
		words = lang.L("not saved: see the fields above")
	case touched:
		words = lang.L("not saved yet")
	case len(f.rows) == 0:
		words = lang.L("for a service that gives its models other names")
	}
	f.note.SetText(words)
	f.content.Refresh()
}

// append adds an empty row and goes there.
func (f *modelsForm) append() {
	row := f.newRow(client.Alias{Like: catalogue()[0]})
	f.setRows(append(f.rows, row))
	f.check()
	f.s.content.Refresh()
	focus(row.entry)
}

// keep stores the list where every row is right, and goes to the first that is not.
func (f *modelsForm) keep() {
	id, models := f.profile.ID, f.typed()
	if id == 0 || !f.touched() || f.saving {
		return
	}
	f.tried = true
	if i := slices.IndexFunc(checkModels(models), func(why modelFault) bool { return why != noFault }); i >= 0 {
		f.check()
		focus(f.rows[i].entry)
		return
	}
	f.saving = true
	f.check()
	f.s.run(func(ctx context.Context) error {
		var raw json.RawMessage // nil for none
		if len(models) > 0 {
			var err error
			if raw, err = json.Marshal(models); err != nil {
				return fmt.Errorf("write further models: %w", err)
			}
		}
		return f.s.deps.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { p.Models = raw })
	}, func(err error) {
		f.saving, f.said = false, ""
		if err != nil {
			f.said = lang.L("Not saved: %s", wording.Fault(err))
		} else {
			f.kept, f.tried = models, false
			f.s.deps.Refresh()
		}
		f.check()
	})
}

// modelFault is what is wrong with a further model.
type modelFault int

// The rules for further models.
const (
	noFault modelFault = iota
	noID
	notAnID
	inCatalogue
	twice
	noLike
)

// words stand at the field; "" for no fault.
func (f modelFault) words() string {
	return map[modelFault]string{
		noID:        lang.L("enter the id as the service wants it"),
		notAnID:     lang.L("the id holds characters that no id has"),
		inCatalogue: lang.L("the catalogue has this model already"),
		twice:       lang.L("this id stands above already"),
		noLike:      lang.L("choose the model that it works like"),
	}[f]
}

// checkModels says what is wrong with each further model.
func checkModels(models []client.Alias) []modelFault {
	out := make([]modelFault, len(models))
	for i, m := range models {
		switch {
		case m.ID == "":
			out[i] = noID
		case strings.ContainsFunc(m.ID, unicode.IsControl):
			out[i] = notAnID
		case likeIndex(m.ID) >= 0:
			out[i] = inCatalogue
		case slices.ContainsFunc(models[:i], func(above client.Alias) bool { return above.ID == m.ID }):
			out[i] = twice
		case likeIndex(m.Like) < 0:
			out[i] = noLike
		}
	}
	return out
}

// catalogue is every model whose rules another can have, clips before pictures.
func catalogue() []string {
	var ids []string
	for _, m := range client.VideoModels() {
		ids = append(ids, m.ID)
	}
	for _, m := range client.ImageModels() {
		ids = append(ids, m.ID)
	}
	return ids
}

func likeIndex(id string) int { return slices.Index(catalogue(), id) }

// likeOptions words the catalogue: what a model makes, and within which limits.
func likeOptions() []widgets.PickerOption {
	var out []widgets.PickerOption
	for _, m := range client.VideoModels() {
		out = append(out, widgets.PickerOption{Title: m.ID, Trailing: lang.X("list", "%s, %s", form.Durations(m), audioWords(m.Audio))})
	}
	for _, m := range client.ImageModels() {
		out = append(out, widgets.PickerOption{Title: m.ID, Trailing: lang.L("pictures")})
	}
	return out
}

func audioWords(r client.AudioRule) string {
	switch r {
	case client.AudioAlways:
		return lang.L("sound")
	case client.AudioAt1080P:
		return lang.L("sound at 1080P")
	}
	return lang.L("no sound")
}

// readModels reads what a profile keeps of them.
func readModels(raw json.RawMessage) ([]client.Alias, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var models []client.Alias
	if err := json.Unmarshal(raw, &models); err != nil {
		return nil, fmt.Errorf("read further models: %w", err)
	}
	return models, nil
}
