package prices

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// videoTable shows the rows of a draft: one line each, with the fields of its prices.
type videoTable struct {
	edit func(func(*Draft))
	rows []*videoRow
	box  *fyne.Container
}

type videoRow struct {
	fields    [tiers]*field // nil where the model does not make that
	complaint *widgets.Text
}

func newVideoTable(edit func(func(*Draft))) *videoTable {
	return &videoTable{edit: edit, box: widgets.NewColumn(2)}
}

func tableColumns(height float32) *widgets.Columns {
	c := &widgets.Columns{Gap: cellGap, Height: height, Columns: []widgets.Column{{Width: 60, Grow: true}}}
	for range tiers {
		c.Columns = append(c.Columns, widgets.Column{Width: cellWidth})
	}
	return c
}

// build makes the rows of a draft anew.
func (v *videoTable) build(d Draft) {
	head := &fyne.Container{Layout: tableColumns(36), Objects: []fyne.CanvasObject{caption(lang.L("Video model"))}}
	for _, t := range columns() {
		head.Add(tierHead(t))
	}
	v.rows = nil
	v.box.Objects = []fyne.CanvasObject{head}
	for i, r := range d.Rows {
		row := &videoRow{complaint: newComplaint()}
		name := fyne.CanvasObject(widgets.NewText(r.Model, resources.SizeBody, resources.Text1, false).Ellipsis())
		if r.Like != "" {
			name = widgets.NewColumn(0, name, widgets.NewText(lang.L("as %s", r.Like), resources.SizeXS, resources.Text3, false).Ellipsis())
		}
		line := &fyne.Container{Layout: tableColumns(32), Objects: []fyne.CanvasObject{name}}
		for c := range tiers {
			if !r.Offered[c] {
				line.Add(widgets.NewInset(0, 8, 0, 0, widgets.NewText(lang.X("price", "none"), resources.SizeSM, resources.Text3, false).Ellipsis().Trailing()))
				continue
			}
			row.fields[c] = newField(func(text string) {
				v.edit(func(d *Draft) { d.Rows[i].Text[c] = text })
			}, func(down bool) bool { return next(v.column(c), i, down) })
			line.Add(row.fields[c].entry)
		}
		v.rows = append(v.rows, row)
		v.box.Add(line)
		v.box.Add(row.complaint)
	}
}

// tierHead is what stands over a column: the resolution, and under it that the clip has sound.
func tierHead(t tier) fyne.CanvasObject {
	line := func(words string) fyne.CanvasObject {
		return widgets.NewText(words, resources.SizeSM, resources.Text2, false).Ellipsis().Trailing()
	}
	if !t.audio {
		return line(t.resolution)
	}
	return widgets.NewColumn(0, line(t.resolution), line("+ "+lang.L("audio")))
}

// column are the fields of a column.
func (v *videoTable) column(c int) (fields []*field) {
	for _, row := range v.rows {
		fields = append(fields, row.fields[c])
	}
	return fields
}

func (v *videoTable) show(d Draft, problems []Problem) {
	for i, row := range v.rows {
		var words []string
		for c, t := range columns() {
			if row.fields[c] == nil {
				continue
			}
			wrong := false
			for _, p := range problems {
				if p.Row == i && p.Column == c {
					wrong = true
					words = append(words, lang.X("field and problem", "%s: %s", t.name(), p.Words))
				}
			}
			placeholder := d.Inherited(i, c)
			row.fields[c].show(d.Rows[i].Text[c], placeholder, wrong)
		}
		complain(row.complaint, strings.Join(words, ". "))
	}
}

// sameRows reports whether two drafts have the same lines to show.
func sameRows(a, b Draft) bool {
	if len(a.Rows) != len(b.Rows) {
		return false
	}
	for i, r := range a.Rows {
		if o := b.Rows[i]; r.Model != o.Model || r.Like != o.Like || r.Offered != o.Offered {
			return false
		}
	}
	return true
}

// tokenTable shows the token prices.
type tokenTable struct {
	fields     [tokens]*field
	complaints [tokens]*widgets.Text
	box        *fyne.Container
}

func newTokenTable(edit func(func(*Draft))) *tokenTable {
	v := &tokenTable{}
	v.box = widgets.NewColumn(2, widgets.NewFixed(0, 24, widgets.NewRow(8, caption(lang.L("Tokens of pictures")).Wrap(true), widgets.NewSpring(), note(lang.L("per million tokens")).Wrap(false))))
	for i, name := range tokenNames() {
		v.complaints[i] = newComplaint()
		v.fields[i] = newField(func(text string) {
			edit(func(d *Draft) { d.Tokens[i] = text })
		}, func(down bool) bool { return next(v.fields[:], i, down) })
		v.box.Add(widgets.NewRow(8, widgets.NewText(name, resources.SizeBody, resources.Text1, false).Wrap(true), widgets.NewSpring(), widgets.NewFixed(2*cellWidth+cellGap, 0, v.fields[i].entry)))
		v.box.Add(v.complaints[i])
	}
	return v
}

func (v *tokenTable) show(d Draft, problems []Problem) {
	for i, f := range v.fields {
		words := ""
		for _, p := range problems {
			if p.Row == -1 && p.Column == i {
				words = p.Words
			}
		}
		f.show(d.Tokens[i], "", words != "")
		complain(v.complaints[i], words)
	}
}
