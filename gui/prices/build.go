package prices

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// build makes the objects of the pane, in the order that Tab follows.
func (p *Pane) build() {
	p.versions = widgets.NewSimplePicker(nil, p.adopt)
	heading := widgets.NewRow(8, widgets.NewText(lang.L("Prices"), resources.SizeH2, resources.Text1, true), widgets.NewSpring(), widgets.NewFixed(116, 0, p.versions))

	p.waiting = note(lang.L("Reading the prices"))
	p.why = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	p.trouble = widgets.NewColumn(8, p.why, widgets.NewRow(8, widgets.NewButton(lang.L("Read again"), nil, widgets.Plain, p.again)))

	p.about = note("")
	first := widgets.NewBanner(resources.IconCoin(), widgets.ToneWarn, "")
	first.SetText(lang.L("No prices yet."), lang.L("Enter what the service charges. Until then nothing can say what a job will cost."))
	p.first = first
	p.reference = widgets.NewCheck(false, func(on bool) { p.edit(func(d *Draft) { d.Reference = on }) })
	p.warn = widgets.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	p.video = newVideoTable(p.edit)
	p.pictures = newPictureTable(p.edit)
	p.tokens = newTokenTable(p.edit)
	p.figures = widgets.NewRow(8, widgets.NewButton(lang.L("Use reference figures"), nil, widgets.Plain, p.UseReference), note(lang.L("for pictures, until you know your own")))
	p.fields = widgets.NewColumn(8, p.about, p.first, p.warn, p.video.box,
		note(lang.L("“none”: the model does not offer it. Empty: the price is not known.")),
		widgets.NewRule(), p.pictures.box, p.figures, p.tokens.box, widgets.NewRule(),
		widgets.NewRow(4, p.reference, widgets.NewText(lang.L("Reference figures, not the account's own prices"), resources.SizeSM, resources.Text2, false).Ellipsis()))

	p.mark = widgets.NewIcon(resources.IconInfo(), 14, resources.Text2)
	p.status = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(3)
	p.discard = widgets.NewButton(lang.L("Discard"), nil, widgets.Plain, p.Discard)
	p.save = widgets.NewButton(lang.L("Save as of today"), nil, widgets.Primary, p.Save)
	p.foot = widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(10, inset, 12, inset, widgets.NewColumn(8,
		widgets.NewRow(8, p.mark, p.status),
		&fyne.Container{Layout: shares{8, []float32{3, 4}}, Objects: []fyne.CanvasObject{p.discard, p.save}})))

	if files := p.files(); files != nil {
		p.fields.Add(files)
	}
	p.scroll = container.NewVScroll(widgets.NewInset(0, inset, 12, inset, widgets.NewColumn(0, p.waiting, p.trouble, p.fields)))
	p.follower = widgets.NewFollower(p.scroll)
	head := widgets.NewInset(10, inset, 6, inset, widgets.NewFixed(0, 32, heading))
	body := container.New(layout.NewBorderLayout(head, p.foot, nil, nil), head, p.scroll, p.foot)
	p.box = widgets.NewFixed(Width, 0, container.NewStack(widgets.NewGround(resources.BgPanel), widgets.NewFrame(nil, widgets.NewVRule(), nil, body)))
}

// files makes the buttons that bring prices in and out; nil where nobody does it.
func (p *Pane) files() fyne.CanvasObject {
	var buttons []fyne.CanvasObject
	if p.d.OnImport != nil {
		buttons = append(buttons, widgets.NewButton(lang.L("Import CSV…"), resources.IconDownload(), widgets.Quiet, p.d.OnImport))
	}
	if p.d.OnExport != nil {
		buttons = append(buttons, widgets.NewButton(lang.L("Export CSV…"), resources.IconExport(), widgets.Quiet, p.d.OnExport))
	}
	if len(buttons) == 0 {
		return nil
	}
	return widgets.NewFlow(8, buttons...)
}

// shares lays objects side by side over the whole width, each with its part.
type shares struct {
	gap   float32
	parts []float32
}

// MinSize is the sum of the objects.
func (l shares) MinSize(o []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for i, c := range o {
		if i > 0 {
			m.Width += l.gap
		}
		s := c.MinSize()
		m.Width += s.Width
		m.Height = max(m.Height, s.Height)
	}
	return m
}

// Layout shares the width.
func (l shares) Layout(o []fyne.CanvasObject, s fyne.Size) {
	all := float32(0)
	for _, part := range l.parts {
		all += part
	}
	x, room := float32(0), s.Width-l.gap*float32(len(o)-1)
	for i, c := range o {
		w := room * l.parts[i] / all
		widgets.Place(c, x, 0, w, s.Height)
		x += w + l.gap
	}
}
