package jobs

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

func TestWhatAStateSaysMoreGoesBelowANarrowTag(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	tag := kit.NewTag(kit.ToneErr, nil, "Failed")
	detail := kit.NewText("the prompt was rejected by the content check", resources.SizeSM, resources.Text2,
		false).Wrap(true).MaxLines(2)
	o := kit.NewBeside(8, 88, tag, detail)
	beside := tag.MinSize().Width + 8 + 88
	for _, tc := range []struct {
		width float32
		below bool
	}{{beside, false}, {beside - 1, true}} {
		o.Resize(fyne.NewSize(tc.width, kit.HeightFor(o, tc.width)))
		if below := detail.Position().Y >= tag.Position().Y+tag.Size().Height; below != tc.below {
			t.Errorf("in %v px it stands at %v, the tag is %v", tc.width, detail.Position(), tag.Size())
		}
		if end := detail.Position().X + detail.Size().Width; end > tc.width {
			t.Errorf("it ends at %v of %v", end, tc.width)
		}
	}
	short := kit.NewText("0:20", resources.SizeSM, resources.Text2, false).Wrap(true)
	kit.NewBeside(8, 88, tag, short).Resize(fyne.NewSize(beside-20, 20))
	if short.Position().Y >= tag.Size().Height {
		t.Error("words that fit beside the tag stand below it")
	}
}

func TestTheColumnsOfTheQueueFitTheLeastWindow(t *testing.T) {
	app := test.NewTempApp(t)
	for _, tc := range []struct{ scale, width float32 }{{1, 1063}, {1.15, 1055}, {1.5, 1035}, {1, 903}, {1.15, 895},
		{1.5, 875}} {
		app.Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(tc.scale))
		whole := float32(2*16 + 6*12)
		for _, c := range columns(tc.width) {
			whole += c.Width
		}
		if whole > tc.width+0.5 {
			t.Errorf("at %v: the columns take %v px of %v", tc.scale, whole, tc.width)
		}
	}
}
