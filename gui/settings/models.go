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
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
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
	tried   bool   // Save was pressed: empty fields are marked too
	said    string // that what is kept cannot be read

	rows    []*modelRow
	list    *fyne.Container
	add     *widgets.Button
	save    *command
	note    *widgets.Text
	content fyne.CanvasObject
}

// modelRow is one further model.
type modelRow struct {
	model   client.Alias // as it stands in the fields
	entry   *widgets.Entry
	like    *widgets.Picker
	remove  *widgets.Button
	problem *widgets.Text
	content fyne.CanvasObject
}

func newModelsForm(s *Screen) *modelsForm {
	f := &modelsForm{s: s, list: widgets.NewColumn(8), note: note("").Wrap(true)}
	f.add = widgets.NewButton(lang.L("Add model"), resources.IconPlus, widgets.Plain, f.append)
	f.save = newSave(s, lang.L("Save models"), f.keep)
	f.content = widgets.NewColumn(8, f.list, field("", widgets.NewRow(8, f.add, f.save.button, f.note)))
	return f
}

func (f *modelsForm) newRow(m client.Alias) *modelRow {
	r := &modelRow{model: m, entry: widgets.NewEntry(), problem: failure("")}
	r.entry.TextStyle.Monospace = true
	r.entry.SetPlaceHolder(lang.L("ID at the service"))
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
	r.remove = widgets.NewIconButton(resources.IconTrash, lang.L("Remove model"), func() {
		f.setRows(slices.DeleteFunc(f.rows, func(other *modelRow) bool { return other == r }))
		f.edited()
		f.s.content.Refresh()
		focus(f.add)
	})
	r.content = field(lang.L("Model ID"), widgets.NewColumn(4, widgets.NewFlow(8, widgets.NewFixed(aliasWidth, 0, r.entry),
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
	kept, err := jobs.ModelsOf(p)
	if !f.touched() && !slices.Equal(kept, f.kept) {
		var rows []*modelRow
		for _, m := range kept {
			rows = append(rows, f.newRow(m))
		}
		f.setRows(rows)
	}
	f.kept = kept
	if err != nil {
		f.said = lang.L("The saved settings cannot be read. Saving replaces them.")
	}
	f.check()
	return f.content
}

func (f *modelsForm) setRows(rows []*modelRow) {
	f.rows = rows
	f.list.RemoveAll()
	for _, r := range rows {
		f.list.Add(r.content)
	}
	widgets.Follow(f.s.scroll, f.list)
}

func (f *modelsForm) edited() {
	f.said, f.save.said = "", ""
	f.check()
}

// check says at each row what is wrong. An empty field is not wrong before somebody wants to save it.
func (f *modelsForm) check() {
	good := true
	for i, why := range checkModels(f.typed()) {
		row := f.rows[i]
		good = good && why == ""
		if !f.tried && row.model.ID == "" {
			why = ""
		}
		widgets.ShowText(row.problem, why)
		row.entry.SetFailed(why != "")
	}
	touched := f.touched()
	widgets.Show(f.list, len(f.rows) > 0)
	widgets.Enable(f.add, !f.profile.Sandbox)
	f.save.allow(touched)
	words := ""
	switch {
	case f.profile.Sandbox:
		words = lang.L("The sandbox always offers the built-in models.")
	case f.save.said+f.said != "":
		words = f.save.said + f.said
	case f.tried && !good:
		words = lang.L("not saved: see the fields above")
	case touched:
		words = lang.L("not saved yet")
	case len(f.rows) == 0:
		words = lang.L("for services with other model names")
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
	if !f.touched() {
		return
	}
	f.tried = true
	f.edited()
	if i := slices.IndexFunc(checkModels(models), func(why string) bool { return why != "" }); i >= 0 {
		focus(f.rows[i].entry)
		return
	}
	f.save.run(func(ctx context.Context) error {
		var raw json.RawMessage // nil for none
		if len(models) > 0 {
			var err error
			if raw, err = json.Marshal(models); err != nil {
				return fmt.Errorf("write further models: %w", err)
			}
		}
		return f.s.deps.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { p.Models = raw })
	}, func(err error) {
		if err == nil {
			f.kept, f.tried = models, false
		}
		f.check()
	})
}

// checkModels says what is wrong with each further model; "" for nothing.
func checkModels(models []client.Alias) []string {
	out := make([]string, len(models))
	for i, m := range models {
		switch {
		case m.ID == "":
			out[i] = lang.L("enter the ID that the service uses")
		case strings.ContainsFunc(m.ID, unicode.IsControl):
			out[i] = lang.L("the ID contains invalid characters")
		case likeIndex(m.ID) >= 0:
			out[i] = lang.L("this model is already in the catalogue")
		case slices.ContainsFunc(models[:i], func(above client.Alias) bool { return above.ID == m.ID }):
			out[i] = lang.L("this ID is already listed above")
		case likeIndex(m.Like) < 0:
			out[i] = lang.L("choose a model that it works like")
		}
	}
	return out
}

// likeOptions lists every model whose rules another can have, clips before pictures: what it makes, and within which limits.
func likeOptions() []widgets.Choice {
	var out []widgets.Choice
	for _, m := range client.VideoModels() {
		out = append(out, widgets.Choice{Title: m.ID, Trailing: lang.X("list", "%s, %s", form.Durations(m), audioWords(m.Audio))})
	}
	for _, m := range client.ImageModels() {
		out = append(out, widgets.Choice{Title: m.ID, Trailing: lang.L("pictures")})
	}
	return out
}

// catalogue is the ids of likeOptions.
func catalogue() (ids []string) {
	for _, o := range likeOptions() {
		ids = append(ids, o.Title)
	}
	return ids
}

func likeIndex(id string) int { return slices.Index(catalogue(), id) }

func audioWords(r client.AudioRule) string {
	switch r {
	case client.AudioAlways:
		return lang.L("sound")
	case client.AudioAt1080P:
		return lang.L("sound at 1080P")
	}
	return lang.L("no sound")
}
