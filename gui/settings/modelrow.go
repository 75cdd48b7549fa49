package settings

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The widths of a row's fields, px: both fit the narrowest window; with longer words the second goes below the first.
const (
	aliasWidth = 200
	modelWidth = 310
)

// modelRow is one further model.
type modelRow struct {
	f       *modelsForm
	quiet   bool
	entry   *widgets.Entry
	like    *widgets.Picker
	remove  *widgets.Button
	problem *widgets.Text
	content fyne.CanvasObject
}

func newModelRow(f *modelsForm, i int) *modelRow {
	r := &modelRow{f: f}
	r.entry = widgets.NewEntry()
	r.entry.TextStyle.Monospace = true
	r.entry.SetPlaceHolder(lang.L("id at the service"))
	r.entry.OnChanged = func(string) { r.typed(i) }
	r.entry.OnSubmitted = func(string) { f.keep() }
	r.like = widgets.NewPicker(likeOptions(), func(int) { r.typed(i) })
	r.like.SetPlaceholder(lang.L("choose a model"))
	r.remove = widgets.NewIconButton(resources.IconTrash(), lang.L("Remove model"), func() { f.remove(i) })
	r.problem = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	label := ""
	if i == 0 {
		label = lang.L("Model id")
	}
	r.content = field(label, widgets.NewColumn(4, widgets.NewFlow(8, widgets.NewFixed(aliasWidth, 0, r.entry),
		widgets.NewRow(8, note(lang.L("works like")), widgets.NewFixed(modelWidth, 0, r.like), r.remove)), r.problem))
	return r
}

func (r *modelRow) typed(i int) {
	if r.quiet {
		return
	}
	m := client.Alias{ID: strings.TrimSpace(r.entry.Text), Like: r.f.now.typed[i].Like}
	if ids, at := catalogue(), r.like.Selected(); at >= 0 && at < len(ids) {
		m.Like = ids[at]
	}
	r.f.change(i, m)
}

func (r *modelRow) show(m client.Alias) {
	r.quiet = true
	if strings.TrimSpace(r.entry.Text) != m.ID { // a blank that is being typed stays
		r.entry.SetText(m.ID)
	}
	r.like.SetSelected(likeIndex(m.Like))
	r.quiet = false
}

func (r *modelRow) complain(why modelFault) {
	r.problem.SetText(why.words())
	setVisible(r.problem, why != noFault)
	r.entry.SetFailed(why != noFault && why != noLike)
}

func (r *modelRow) focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.entry); c != nil {
		c.Focus(r.entry)
	}
}
