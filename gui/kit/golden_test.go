package kit

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

// The pictures hold how the pieces look together.
func TestPiecesLookAsTheyShould(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		for name, sheet := range map[string]func() fyne.CanvasObject{"controls": controlSheet, "states": stateSheet} {
			t.Run(name+"-"+v.String(), func(t *testing.T) {
				studio(t, v)
				o := sheet()
				win := test.NewTempWindow(t, NewInset(16, 16, 16, 16, o))
				win.SetPadded(false)
				win.Resize(fyne.NewSize(560, HeightFor(o, 528)+32))
				test.AssertRendersToImage(t, name+"-"+v.String()+".png", win.Canvas())
			})
		}
	}
}

// controlSheet holds the controls at rest, on, off, under the pointer and with the focus.
func controlSheet() fyne.CanvasObject {
	focus := NewButton("Focus", nil, Primary, nil)
	focus.focused = true
	hover := NewButton("Hover", nil, Plain, nil)
	hover.hovered = true
	on := NewButton("On", nil, Plain, nil)
	on.SetOn(true)
	off := NewButton("Off", nil, Plain, nil)
	off.Disable()
	chip := NewChip("Filter on", nil)
	chip.OnClear = func() {}
	chip.SetOn(true)
	half := NewSegmented([]string{"16:9", "9:16", "1:1"}, nil)
	half.SetOff(2, true)
	half.SetSelected(1)
	still := NewSegmented([]string{"720P", "1080P"}, nil)
	still.Disable()
	bad := NewEntry()
	bad.SetText("16 s")
	bad.SetFailed(true)
	offToggle := NewToggle(false, nil)
	offToggle.Disable()
	return NewColumn(12,
		NewRow(12, NewButton("Primary", nil, Primary, nil), focus, hover, on, off, NewButton("Quiet", nil, Quiet, nil)),
		NewRow(12, NewButton("Move to Trash", resources.IconTrash, Danger, nil),
			NewIconButton(resources.IconDice, "New seed", nil), NewChip("Filter", nil), chip, NewLink("Why?", nil)),
		NewField("Ratio", half),
		NewField("Resolution", still),
		NewField("Audio", NewRow(12, NewToggle(true, nil), NewToggle(false, nil), offToggle, NewStepper(1, 4, 1, nil))),
		NewPicker([]Choice{{Title: "clip-2.6", Words: "3–15 s · 720P, 1080P · audio at 1080P only",
			Trailing: "¥0.56 / s"}}, nil),
		NewRow(8, NewFixed(120, 0, bad),
			NewFixed(300, 0, NewButton("Generate  ·  ¥2.80 est.", nil, Primary, nil).Large())),
	)
}

// stateSheet holds what states and amounts look like.
func stateSheet() fyne.CanvasObject {
	amount := func(prefix, number, word string, icon fyne.Resource, tone Tone) *Amount {
		a := NewAmount()
		a.Set(prefix, number, word, icon, tone)
		return a
	}
	picture := NewPicture(fyne.NewSize(160, 90))
	picture.SetImage(dusk(160, 90))
	picture.SetCorner(BottomLeft, "0:10", resources.IconPlay)
	picture.SetCorner(TopRight, "", resources.IconStarOn)
	mat := NewPicture(fyne.NewSize(160, 90))
	mat.SetIcon(resources.IconHourglass)
	bar, meter := NewProgress(6), NewMeter()
	bar.SetValue(0.62)
	meter.Set(MeterPart{0.5, resources.Accent}, MeterPart{0.1, resources.Text2}, MeterPart{0.05, resources.Warn})
	card := NewCard(NewColumn(8,
		NewRow(8, NewTag(ToneWarn, resources.IconUnconfirmed, "Unconfirmed"),
			NewText("clip-2.6 · 5 s · 1080P · sent 14:02:51", resources.SizeSM, resources.Text2, false).Ellipsis(),
			NewSpring(),
			amount("up to", "¥4.50", "unconfirmed", nil, ToneWarn)),
		NewText("The request was sent, but no answer arrived. The service may have accepted and charged it.",
			resources.SizeBody, resources.Text1, false).Wrap(true)))
	card.SetTone(ToneWarn)
	banner := NewBanner(resources.IconKey, ToneWarn, "", NewButton("Add key…", nil, Plain, nil))
	banner.SetText("No key for Studio account.", "Nothing can be sent. Your library works as usual.")
	place := NewPlaceButton(resources.IconQueue, "Queue", nil)
	place.SetBadge(3)
	place.SetOn(true)
	return NewColumn(12,
		NewRow(8, NewTag(ToneNeutral, resources.IconClock, "Waiting, 1st"),
			NewTag(ToneAccent, resources.IconProgress, "Generating 62%"),
			NewTag(ToneOK, resources.IconCheckCircle, "Saved"),
			NewTag(ToneErr, resources.IconErrorCircle, "Failed"),
			NewTag(ToneNeutral, resources.IconHourglass, "Expired"), NewTag(ToneInverted, nil, "SANDBOX")),
		NewRow(16, amount("", "¥2.80", "est.", resources.IconCoin, ToneNeutral),
			amount("", "¥2.80", "reserved", resources.IconLock, ToneNeutral),
			amount("", "¥2.80", "refunded", resources.IconRefund, ToneOK)),
		card, banner,
		NewRow(12, picture, mat, NewFixed(150, 0, place)),
		bar, meter,
	)
}

// dusk is a small picture from night to sunset.
func dusk(w, h int) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		t := uint8(y * 255 / h)
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{R: 20 + t/2, G: 30 + t/3, B: 80 + t/8, A: 255})
		}
	}
	return m
}
