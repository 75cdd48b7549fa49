package prices

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// pictureTable shows the prices of one picture, with what such pictures cost lately beside them.
type pictureTable struct {
	edit    func(func(*Draft))
	heading *widgets.Text
	rows    []pictureLine
	fields  []*field // of the rows
	lines   *fyne.Container
	box     *fyne.Container
}

type pictureLine struct {
	seen      *widgets.Text
	complaint *widgets.Text
}

func newPictureTable(edit func(func(*Draft))) *pictureTable {
	v := &pictureTable{edit: edit, heading: caption("").Wrap(true), lines: widgets.NewColumn(2)}
	v.box = widgets.NewColumn(2, widgets.NewFixed(0, 24, widgets.NewRow(8, v.heading, widgets.NewSpring(), note(lang.L("per picture")).Wrap(false))), v.lines)
	return v
}

// build makes the rows of a draft anew.
func (v *pictureTable) build(d Draft) {
	v.rows, v.fields, v.lines.Objects = nil, nil, nil
	for i, r := range d.Pictures {
		line := pictureLine{seen: widgets.NewText("", resources.SizeSM, resources.Text2, false), complaint: newComplaint()}
		f := newField(func(text string) {
			v.edit(func(d *Draft) {
				if i < len(d.Pictures) {
					d.Pictures[i].Text = text
				}
			})
		}, func(down bool) bool { return next(v.fields, i, down) })
		v.rows, v.fields = append(v.rows, line), append(v.fields, f)
		v.lines.Add(widgets.NewRow(8, widgets.NewText(r.Name(), resources.SizeBody, resources.Text1, false).Wrap(true), widgets.NewSpring(), line.seen,
			widgets.NewFixed(cellWidth, 0, f.entry)))
		v.lines.Add(line.complaint)
	}
	v.lines.Refresh()
}

func (v *pictureTable) show(d Draft, table client.PriceTable, samples []db.PictureSample, problems []Problem) {
	if len(v.rows) != len(d.Pictures) {
		v.build(d)
	}
	heading := lang.L("Picture")
	if d.Reference {
		heading = lang.L("Picture, reference prices")
	}
	v.heading.SetText(heading)
	for i, line := range v.rows {
		r := d.Pictures[i]
		words := ""
		if at := slices.IndexFunc(problems, func(p Problem) bool { return p.Row == -2 && p.Column == i }); at >= 0 {
			words = problems[at].Words
		}
		v.fields[i].show(r.Text, r.byTokens(table), words != "")
		seen, calls := r.seen(samples, d.Currency)
		if calls > 0 && calls < client.SamplesLeast {
			seen = lang.N("%[1]s (%[2]d call)", "%[1]s (%[2]d calls)", calls, seen, calls)
		}
		line.seen.SetText(seen)
		complain(line.complaint, words)
	}
}

// samePictures reports whether two drafts have the same picture rows to show.
func samePictures(a, b Draft) bool {
	return slices.EqualFunc(a.Pictures, b.Pictures, func(a, b PictureRow) bool { return a.Rate == b.Rate })
}
