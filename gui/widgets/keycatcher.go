package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// KeyCatcher is a field that waits for keys instead of text. Tab leads out of it, and Esc closes what it lies in.
type KeyCatcher struct {
	control
	onKeys func(fyne.KeyName, fyne.KeyModifier)
	hint   string
	words  string

	ring, plate *canvas.Rectangle
	text        *canvas.Text
}

// NewKeyCatcher makes a field that says hint until keys were pressed.
func NewKeyCatcher(hint string, onKeys func(fyne.KeyName, fyne.KeyModifier)) *KeyCatcher {
	k := &KeyCatcher{onKeys: onKeys, hint: hint}
	k.ExtendBaseWidget(k)
	return k
}

// SetWords shows the keys that were pressed.
func (k *KeyCatcher) SetWords(words string) { k.words = words; k.Refresh() }

// Words returns what the field shows: the keys, or its hint.
func (k *KeyCatcher) Words() string {
	if k.words == "" {
		return k.hint
	}
	return k.words
}

// AccessibilityLabel returns what the field shows.
func (k *KeyCatcher) AccessibilityLabel() string { return k.Words() }

// Tapped brings the keyboard.
func (k *KeyCatcher) Tapped(*fyne.PointEvent) { k.focusByPointer(k, k) }

// TypedKey takes a key without Ctrl or Alt.
func (k *KeyCatcher) TypedKey(e *fyne.KeyEvent) {
	k.keyed()
	if e.Name == fyne.KeyEscape {
		unhandled(k, e)
		return
	}
	mod := fyne.KeyModifier(0)
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		mod = d.CurrentKeyModifiers() // Shift is not told
	}
	k.onKeys(e.Name, mod)
}

// TypedShortcut takes keys with a modifier, those of a text as well.
func (k *KeyCatcher) TypedShortcut(s fyne.Shortcut) {
	k.keyed()
	if keys, ok := s.(fyne.KeyboardShortcut); ok {
		k.onKeys(keys.Key(), keys.Mod())
	}
}

// CreateRenderer draws the field.
func (k *KeyCatcher) CreateRenderer() fyne.WidgetRenderer {
	k.ring, k.plate, k.text = newPlate(), newPlate(), newCaption()
	return Draw(k.least, k.arrange, k.paint, k.ring, k.plate, k.text)
}

func (k *KeyCatcher) least() fyne.Size {
	m := k.text.MinSize()
	return fyne.NewSize(m.Width+24, max(heightLarge, m.Height+16))
}

func (k *KeyCatcher) arrange(s fyne.Size) {
	Place(k.plate, 0, 0, s.Width, s.Height)
	placeRing(k.ring, s)
	m := k.text.MinSize()
	Place(k.text, (s.Width-m.Width)/2, (s.Height-m.Height)/2, m.Width, m.Height)
}

func (k *KeyCatcher) paint() {
	setRing(k.ring, k.ringed(), radiusControl)
	setPlate(k.plate, ink(resources.BgInput), ink(resources.Line), 1, radiusControl)
	color := resources.Text1
	if k.words == "" {
		color = resources.Text3
	}
	setCaption(k.text, k.Words(), resources.SizeH2, color, bold(k.words != ""))
	k.arrange(k.Size())
}
