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
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The widths of a row's fields, px. Both fit into the narrowest window. With longer labels the second field goes below
// the first.
const (
	aliasWidth  = 200
	modelWidth  = 310
	lengthWidth = 96
	sizesWidth  = 214
	formWidth   = 160
	listWidth   = 310
)

// modelsForm edits the further models of a profile, one row each.
type modelsForm struct {
	host    *host
	profile db.Profile
	kept    []client.Alias
	tried   bool   // Save was pressed, so empty fields are marked too
	broken  string // why the stored models cannot be read

	rows    []*modelRow
	list    *fyne.Container
	add     *kit.Button
	ask     *command          // lists the models of the service
	offered []string          // models that the service listed and the profile does not have
	listed  []string          // models that the service listed; nil: not asked yet
	choice  *kit.Picker       // one of offered
	choices *fyne.Container   // choice in its width
	answer  *kit.Text         // the result of listing
	service fyne.CanvasObject // lists the models of the service
	save    *command
	note    *kit.Text
	content fyne.CanvasObject
}

// modelRow is one further model.
type modelRow struct {
	model   client.Alias // as typed
	entry   *kit.Entry
	like    *kit.Picker
	seconds *kit.Entry
	sizes   *kit.Entry
	form    *options[client.RequestFormat]
	own     *fyne.Container // the fields of clips
	hint    *kit.Text       // that the service does not list the model
	remove  *kit.Button
	problem *kit.Text
	content fyne.CanvasObject
}

func newModelsForm(h *host) *modelsForm {
	f := &modelsForm{host: h, list: kit.NewColumn(8), note: note("").Wrap(true)}
	f.add = kit.NewButton(lang.L("Add model"), resources.IconPlus, kit.Plain, f.addEmpty)
	f.save = newSave(h, lang.L("Save models"), f.keep)
	f.ask = newCommand(h, lang.L("List models"), lang.L("Listing…"), f.askService)
	f.choice, f.answer = kit.NewPicker(nil, f.take), note("").Wrap(true)
	f.choices = kit.NewFixed(listWidth, 0, f.choice)
	f.choices.Hide()
	f.service = field(lang.L("At the service"), kit.NewRow(8, f.ask.button, f.choices, f.answer))
	f.content = kit.NewColumn(8, f.list, field("", kit.NewRow(8, f.add, f.save.button, f.note)), f.service)
	return f
}

// askService lists the models of the service, to choose from. The call is free.
func (f *modelsForm) askService() {
	id := f.profile.ID
	f.answer.SetText("")
	var ids []string
	f.ask.start(func(ctx context.Context) (err error) {
		ids, err = f.host.Profiles.Models(ctx, id)
		return err
	}, func(err error) {
		f.listed = nil
		switch {
		case err != nil:
			f.answer.SetText(lang.L("No list: %s", wording.Fault(err)))
		case len(ids) == 0:
			f.answer.SetText(lang.L("The service lists no models for this key."))
		default:
			f.listed = ids
		}
		f.check()
	})
}

// offer shows the models that the service listed and that neither the catalogue nor a row has.
func (f *modelsForm) offer() {
	f.offered = slices.DeleteFunc(slices.Clone(f.listed), func(id string) bool {
		return likeIndex(id) >= 0 || slices.ContainsFunc(f.rows, func(r *modelRow) bool { return r.model.ID == id })
	})
	choices := make([]kit.Choice, len(f.offered))
	for i, id := range f.offered {
		choices[i].Title = id
	}
	f.choice.SetOptions(choices)
	f.choice.SetSelected(-1)
	f.choice.SetPlaceholder(lang.L("choose a model to add"))
	kit.Show(f.choices, len(choices) > 0)
	if len(f.listed) > 0 && len(choices) == 0 {
		f.answer.SetText(lang.L("Every listed model is here already."))
	} else if len(choices) > 0 {
		f.answer.SetText("")
	}
	kit.Enable(f.ask.button, !f.ask.running)
}

// first returns the button that adds a model; nil where none can be added.
func (f *modelsForm) first() focusable {
	if f.profile.Sandbox {
		return nil
	}
	return f.add
}

// take adds a model of the list.
func (f *modelsForm) take(i int) {
	if i < 0 || i >= len(f.offered) {
		return
	}
	id, like := f.offered[i], catalogue()[0]
	if strings.Contains(strings.ToLower(id), "image") {
		like = client.ImageModels()[0].ID
	}
	f.addRow(client.Alias{ID: id, Like: like}, func(r *modelRow) focusable { return r.like })
}

func (f *modelsForm) newRow(m client.Alias) *modelRow {
	r := &modelRow{model: m, entry: kit.NewEntry(), problem: failure("")}
	r.entry.TextStyle.Monospace = true
	r.entry.SetPlaceHolder(lang.L("ID at the service"))
	r.entry.SetText(m.ID)
	r.entry.OnChanged = func(text string) {
		r.model.ID = strings.TrimSpace(text)
		f.edited()
	}
	r.entry.OnSubmitted = func(string) { f.keep() }
	r.like = kit.NewPicker(likeOptions(), func(int) {
		r.model.Like = catalogue()[r.like.Selected()]
		r.showOwn()
		f.edited()
	})
	limit := func(kept string, into *string) *kit.Entry {
		e := kit.NewEntry()
		e.SetText(kept)
		e.OnChanged = func(text string) { *into = strings.TrimSpace(text); f.edited() }
		e.OnSubmitted = func(string) { f.keep() }
		return e
	}
	r.seconds, r.sizes = limit(m.Seconds, &r.model.Seconds), limit(m.Sizes, &r.model.Sizes)
	r.form = newOptions(modelFormWord, func(form client.RequestFormat) {
		r.model.Format = form
		f.edited()
	}, modelForms()...)
	r.form.show(m.Format)
	r.hint = note("").Wrap(true)
	part := func(label string, width float32, o fyne.CanvasObject) fyne.CanvasObject {
		name := note(label)
		if e, ok := o.(*kit.Entry); ok {
			e.SetName(name)
		}
		return kit.NewRow(8, name, kit.NewFixed(width, 0, o))
	}
	r.own = kit.NewFlow(8, part(lang.L("seconds"), lengthWidth, r.seconds), part(lang.L("sizes"), sizesWidth, r.sizes),
		part(lang.L("request format"), formWidth, r.form.picker))
	r.like.SetPlaceholder(lang.L("choose a model"))
	r.like.SetSelected(likeIndex(m.Like))
	r.remove = kit.NewIconButton(resources.IconTrash, lang.L("Remove model"), func() {
		f.setRows(slices.DeleteFunc(f.rows, func(other *modelRow) bool { return other == r }))
		f.edited()
		f.host.relayout()
		focus(f.add)
	})
	r.content = field(lang.L("Model ID"), kit.NewColumn(4, kit.NewFlow(8, kit.NewFixed(aliasWidth, 0, r.entry),
		kit.NewRow(8, note(lang.L("works like")), kit.NewFixed(modelWidth, 0, r.like), r.remove)), r.own, r.problem,
		r.hint))
	r.showOwn()
	return r
}

// showOwn shows the fields of clips for a model that makes clips. Their placeholders are the values that apply while
// they are empty.
func (r *modelRow) showOwn() {
	like, clip := client.VideoModelByID(r.model.Like)
	kit.Show(r.own, clip)
	if clip {
		r.seconds.SetPlaceHolder(client.JoinDurations(like.Seconds))
		r.sizes.SetPlaceHolder(lang.L("any, such as 1280x720"))
	}
}

// modelForms returns the request formats of a model: "" for that of the profile, and the named ones.
func modelForms() []client.RequestFormat {
	all := []client.RequestFormat{""}
	for _, name := range client.RequestFormatNames() {
		all = append(all, client.RequestFormat(name))
	}
	return all
}

func modelFormWord(form client.RequestFormat) string {
	if own, ok := client.ParseRequestFormat(string(form)); ok {
		return formWord(own)
	}
	return lang.L("as the profile")
}

// typed returns the models of the rows.
func (f *modelsForm) typed() []client.Alias {
	var models []client.Alias
	for _, r := range f.rows {
		m := r.model
		if _, clip := client.VideoModelByID(m.Like); !clip {
			m.Limits = client.Limits{} // of clips
		}
		models = append(models, m)
	}
	return models
}

func (f *modelsForm) touched() bool { return !slices.Equal(f.kept, f.typed()) }

// show shows the stored models. What was typed and not saved stays.
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
		f.broken = lang.L("The saved settings cannot be read. Saving replaces them.")
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
	kit.Follow(f.host.scroll, f.list)
}

func (f *modelsForm) edited() {
	f.broken, f.save.problem = "", ""
	f.check()
}

// check shows the problem of each row. Empty fields are marked after Save was pressed.
func (f *modelsForm) check() {
	good := true
	typed := f.typed()
	for i, why := range checkModels(typed) {
		row := f.rows[i]
		good = good && why == ""
		if !f.tried && row.model.ID == "" {
			why = ""
		}
		kit.ShowText(row.problem, why)
		bad := limitFault(typed[i])
		row.entry.SetFailed(why != "" && bad == "")
		row.seconds.SetFailed(bad == "seconds")
		row.sizes.SetFailed(bad == "sizes")
		kit.ShowText(row.hint, f.unlisted(row.model.ID))
	}
	f.offer()
	touched := f.touched()
	kit.Show(f.list, len(f.rows) > 0)
	for _, o := range []fyne.CanvasObject{f.add, f.save.button, f.service} {
		kit.Show(o, !f.profile.Sandbox)
	}
	f.save.allow(touched)
	words := ""
	switch {
	case f.profile.Sandbox:
		words = lang.L("The sandbox always offers the built-in models.")
	case f.save.problem+f.broken != "":
		words = f.save.problem + f.broken
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

// unlisted returns that the service does not list a model, with a similar one; "" if it lists the model or was not
// asked.
func (f *modelsForm) unlisted(id string) string {
	if id == "" || f.listed == nil || slices.Contains(f.listed, id) {
		return ""
	}
	if near := client.ClosestModel(id, f.listed); near != "" {
		return lang.L("The service does not list this model. Did you mean %s?", near)
	}
	return lang.L("The service does not list this model.")
}

// addEmpty adds an empty row and moves the keyboard there.
func (f *modelsForm) addEmpty() {
	f.addRow(client.Alias{Like: catalogue()[0]}, func(r *modelRow) focusable { return r.entry })
}

// addRow adds a row and focuses one of its fields.
func (f *modelsForm) addRow(m client.Alias, first func(*modelRow) focusable) {
	row := f.newRow(m)
	f.setRows(append(f.rows, row))
	f.edited()
	f.host.relayout()
	focus(first(row))
}

// keep stores the models, or moves the keyboard to the first row that is wrong.
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
	f.save.start(func(ctx context.Context) error {
		var raw json.RawMessage // nil for none
		if len(models) > 0 {
			var err error
			if raw, err = json.Marshal(models); err != nil {
				return fmt.Errorf("write further models: %w", err)
			}
		}
		return f.host.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { p.Models = raw })
	}, func(err error) {
		if err == nil {
			f.kept, f.tried = models, false
		}
		f.check()
	})
}

// checkModels returns the problem of each further model; "" for none.
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
		case limitFault(m) == "seconds":
			out[i] = lang.L("seconds are whole numbers such as 4, 8, 12 or 3-10")
		case limitFault(m) == "sizes":
			out[i] = lang.L("sizes are such as 1280x720, 720x1280, at most 1920x1080")
		}
	}
	return out
}

// limitFault returns which limit of a model cannot be read: "seconds", "sizes", or "" for none.
func limitFault(m client.Alias) string {
	if _, err := m.Durations(); err != nil {
		return "seconds"
	}
	if _, err := m.SizeList(); err != nil {
		return "sizes"
	}
	return ""
}

// likeOptions returns the models of the catalogue, clips before pictures, with their limits.
func likeOptions() []kit.Choice {
	var out []kit.Choice
	for _, m := range client.VideoModels() {
		out = append(out, kit.Choice{Title: m.ID,
			Trailing: lang.X("list", "%s, %s", wording.Durations(m), audioWords(m.Audio))})
	}
	for _, m := range client.ImageModels() {
		out = append(out, kit.Choice{Title: m.ID, Trailing: lang.L("pictures")})
	}
	return out
}

// catalogue returns the ids of likeOptions.
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
