package widgets

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/resources"
)

// Banner says one thing about a screen as a whole, with what can be done about it beside it.
type Banner struct {
	*Card
	icon *Icon
	text *Text
}

// NewBanner makes a banner. The tone colours the icon; the words are the same in every tone.
func NewBanner(icon fyne.Resource, tone Tone, text string, actions ...fyne.CanvasObject) *Banner {
	b := &Banner{
		icon: NewIcon(icon, iconControl, tone.word()),
		text: NewText(text, resources.SizeSM, resources.Text2, false).Wrap(true),
	}
	row := NewRow(8, append([]fyne.CanvasObject{b.icon, b.text}, actions...)...)
	b.Card = &Card{content: row}
	b.ExtendBaseWidget(b) // the banner is what lies in the window: sizes must reach its own plate
	return b
}

// SetText changes the words: lead is bold, rest follows it. Both may be empty.
func (b *Banner) SetText(lead, rest string) {
	if lead != "" && rest != "" {
		rest = " " + rest
	}
	b.text.SetSpans(Span{Text: lead, Bold: true, Color: resources.Text1}, Span{Text: rest})
}

// SetTone changes icon and tone.
func (b *Banner) SetTone(icon fyne.Resource, tone Tone) { b.icon.Set(icon, tone.word()) }

// Text returns the words.
func (b *Banner) Text() string { return b.text.Text() }

// NewEmpty makes what a screen shows when it has nothing: an icon, a title, a sentence and, if there is
// one, what to do. action may be nil.
func NewEmpty(icon fyne.Resource, title, text string, action fyne.CanvasObject) fyne.CanvasObject {
	t := NewText(title, resources.SizeH2, resources.Text1, true).Wrap(true).Centered()
	words := NewText(text, resources.SizeSM, resources.Text2, false).Wrap(true).Centered()
	parts := []fyne.CanvasObject{NewIcon(icon, 32, resources.Text3), t, NewFixed(360, 0, words)}
	if action != nil {
		parts = append(parts, container.NewCenter(action))
	}
	return NewMiddle(360, 0, NewColumn(8, parts...))
}

// NewMiddle puts an object into the middle, at most width px wide, with room of pad px around it.
func NewMiddle(width, pad float32, o fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &middleLayout{width: width, pad: pad}, Objects: []fyne.CanvasObject{o}}
}

type middleLayout struct {
	width, pad float32
	laid       float32 // width as last laid out; 0: not yet
}

func (l *middleLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(min(l.width, 200)+2*l.pad, HeightFor(o[0], cmp.Or(l.laid, l.width))+2*l.pad)
}

func (l *middleLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.laid = min(l.width, s.Width-2*l.pad)
	h := HeightFor(o[0], l.laid)
	Place(o[0], (s.Width-l.laid)/2, max((s.Height-h)/2, l.pad), l.laid, h)
}
