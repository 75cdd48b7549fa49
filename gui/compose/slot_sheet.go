package compose

import (
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// canvas is the one that shows the composer; nil before it is shown.
func (s *Screen) canvas() fyne.Canvas {
	if s.d.Canvas != nil {
		return s.d.Canvas()
	}
	return fyne.CurrentApp().Driver().CanvasForObject(s.box)
}

// showWhy says why a slot takes no file, and what can be done.
func (s *Screen) showWhy(place int) {
	c := s.canvas()
	if c == nil {
		return
	}
	text := func(words string) *widgets.Text {
		return widgets.NewText(words, resources.SizeBody, resources.Text1, false).Wrap(true)
	}
	var sheet *widgets.Sheet
	leave := func(then func()) func() {
		return func() {
			sheet.Hide()
			if then != nil {
				then()
			}
		}
	}
	close := widgets.NewButton(lang.L("Close"), nil, widgets.Plain, leave(nil))
	buttons := widgets.NewFlow(8, close, widgets.NewButton(wayEdit.word(), nil, widgets.Plain, leave(func() { s.editFirst(place) })))
	if s.d.OnHost != nil {
		buttons.Add(widgets.NewButton(lang.L("Set up image hosting…"), nil, widgets.Plain, leave(s.d.OnHost)))
	}
	sheet = widgets.ShowSheet(c, widgets.NewColumn(12,
		widgets.NewText(lang.L("Why a frame needs a web address"), resources.SizeH1, resources.Text1, true),
		text(lang.L("The service fetches the frames of a clip itself, from the internet. It has no way to take a file for them. A picture gets an address in one of these ways:")),
		text(lang.L("Take one from the gallery whose link still lives.")),
		text(lang.L("Edit it first: an edit takes the file, and its result has an address for 24 h. The edit costs its own price and may change the picture.")),
		text(lang.L("Put it where you host pictures and paste the address. Viviscope does that by itself once image hosting is set up for the profile.")),
		buttons,
	), nil)
	sheet.Default = leave(nil)
}

// lookLarge shows the picture of a slot larger.
func (s *Screen) lookLarge(place int) {
	slot, c := s.slotAt(place), s.canvas()
	if slot == nil || c == nil {
		return
	}
	if slot.Asset != "" && s.d.OnAsset != nil {
		s.d.OnAsset(slot.Asset)
		return
	}
	seen := s.looks.of(*slot)
	if seen == nil || seen.picture == nil {
		return
	}
	const most = 640
	size := fyne.NewSize(most, most*float32(seen.picture.Bounds().Dy())/float32(seen.picture.Bounds().Dx()))
	if most := c.Size().Height - 200; size.Height > most && most > 0 {
		size = fyne.NewSize(size.Width*most/size.Height, most)
	}
	picture := widgets.NewPicture(size).Contain()
	picture.SetImage(seen.picture)
	caption := host(*slot)
	if seen.width > 0 {
		caption += fmt.Sprintf(", %d × %d", seen.width, seen.height)
	}
	var sheet *widgets.Sheet
	close := widgets.NewButton(lang.L("Close"), nil, widgets.Plain, func() { sheet.Hide() })
	sheet = widgets.ShowWideSheet(c, max(size.Width, 240)+32, widgets.NewColumn(12, picture,
		widgets.NewRow(8, widgets.NewText(caption, resources.SizeSM, resources.Text2, false).Ellipsis(), widgets.NewSpring(), close)), nil)
	sheet.Default = func() { sheet.Hide() }
}

// uploads are the pictures of jobs on their way to the person's host, by job and place.
type uploads map[upload]*transfer

type upload struct {
	job   int64
	place int
}

type transfer struct {
	key  lookKey
	part float64 // 0 to 1; negative before it began
}

// follow remembers which pictures the jobs of a click bring along.
func (u uploads) follow(o form.Order, made []db.Job) {
	for _, job := range made {
		for _, up := range o.Uploads {
			u[upload{job.ID, up.Slot}] = &transfer{key: lookKey{file: up.File, asset: up.Asset}, part: -1}
		}
	}
}

// uploaded shows how much of a job's local picture is on the person's host, in the slot that still holds it.
func (s *Screen) uploaded(p jobs.UploadProgress) {
	t := s.uploads[upload{p.ID, p.Place}]
	if t == nil || p.Total <= 0 {
		return
	}
	t.part = min(1, float64(p.Done)/float64(p.Total))
	if p.Done >= p.Total {
		delete(s.uploads, upload{p.ID, p.Place})
	}
	s.render()
}

// uploadsOver forgets the pictures of a job that has sent its request, or will not.
func (s *Screen) uploadsOver(job int64) {
	shown := false
	for up, t := range s.uploads {
		if up.job == job {
			shown = shown || t.part >= 0
			delete(s.uploads, up)
		}
	}
	if shown {
		s.render()
	}
}

// uploading returns how much of a slot's picture is on its way, 0 to 1; negative where none is.
func (s *Screen) uploading(slot form.Slot) float64 {
	for _, t := range s.uploads {
		if t.part >= 0 && t.key.file == slot.File && t.key.asset == slot.Asset && slot.Local() {
			return t.part
		}
	}
	return -1
}
