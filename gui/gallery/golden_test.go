package gallery

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db/findings"
	"viviscope/gui/apptest"
	"viviscope/resources"
)

// picture is a slope of one colour to another.
func picture(i, w, h int) image.Image {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			im.SetRGBA(x, y, color.RGBA{R: uint8(60 + i*37%120), G: uint8(40 + 160*y/h), B: uint8(80 + 120*x/w),
				A: 255})
		}
	}
	return im
}

// The pictures hold how the gallery looks.
func TestTheGalleryLooksAsItShould(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	l := pile(t, 30)
	_, err := l.AddTag(t.Context(), "coast", 30, 28)
	check(t, err)
	_, err = l.StarAll(t.Context(), []int64{29, 26}, true)
	check(t, err)
	checked, err := l.Asset(t.Context(), 30)
	check(t, err)
	check(t, l.SetChecks(t.Context(), checked.ID, checked.SHA256, findings.Result{Findings: []findings.Finding{
		{Kind: findings.Black, From: 3.2, To: 4}, {Kind: findings.Cut, From: 6.4, To: 6.4}}}))
	_, err = l.TrashAll(t.Context(), []int64{3})
	check(t, err)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		for _, c := range []struct {
			name string
			size fyne.Size
			show func(d *desk)
		}{
			{"rows", fyne.NewSize(1272, 810), func(d *desk) { d.rows.SelectThese([]int{0, 2, 5}) }},
			{"list", fyne.NewSize(1272, 810), func(d *desk) {
				d.remember(func(s *State) { s.List = true })
				d.rows.Select(1)
			}},
			{"narrow", fyne.NewSize(1064, 630), func(d *desk) { d.say("kind:picture tag:coast seconds:5..") }},
		} {
			t.Run(c.name+"-"+v.String(), func(t *testing.T) {
				d := unread(t, l)
				fyne.CurrentApp().Settings().SetTheme(resources.Theme(v))
				for id := int64(1); id <= 30; id++ {
					d.prints.ready[id] = picture(int(id), 160, 90)
				}
				d.Update(t.Context())
				d.drain()
				d.window.Resize(c.size)
				d.remember(func(s *State) { *s = usual() })
				c.show(d)
				d.rows.UpdateAll()
				d.window.Resize(c.size.AddWidthHeight(0, 1)) // a window lays out anew by itself
				d.window.Resize(c.size)
				d.passed = 0
				test.AssertRendersToImage(t, "gallery-"+c.name+"-"+v.String()+".png", d.window.Canvas())
			})
		}
	}
}
