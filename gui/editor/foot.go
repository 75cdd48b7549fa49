package editor

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/order"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// briefDuration is how long a brief message stays in the foot.
const briefDuration = 4 * time.Second

// foot is the line below the view: a description of the canvas, and how it would be sent.
type foot struct {
	host       action.Host
	doc        *document
	weight     int64                // bytes that would be sent; 0: unknown
	way        order.CanvasDelivery // how the picture is sent while nothing is drawn
	what, sent *kit.Text
	box        *fyne.Container
	stopBrief  func() bool
	onShown    func() // the foot was shown or hidden
}

func newFoot(host action.Host, doc *document) *foot {
	text := func() *kit.Text { return kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true) }
	f := &foot{host: host, doc: doc, what: text(), sent: text(), stopBrief: func() bool { return false }}
	f.box = container.New(footLayout{}, kit.NewGround(resources.BgScreen),
		kit.NewInset(footPad, 16, footPad, 16, kit.NewBeside(16, 0, f.what, f.sent)))
	return f
}

// update shows the description of the canvas.
func (f *foot) update() {
	open := f.doc.isOpen()
	changed := f.box.Visible() != open
	kit.Show(f.box, open)
	if open {
		d := f.doc.drawing()
		f.put(sizeText(d.Size())+" px · "+countText(d, f.doc.hidden), f.sentText())
	}
	if changed { // Fyne does not lay out the neighbours of an object that was shown
		f.onShown()
	}
}

// put sets both texts and lays them out.
func (f *foot) put(what, sent string) {
	if f.what.Text() == what && f.sent.Text() == sent {
		return
	}
	f.what.SetText(what)
	f.sent.SetText(sent)
	f.box.Refresh()
}

// flash shows a message for a moment.
func (f *foot) flash(message string) {
	f.stopBrief()
	f.put(f.what.Text(), message)
	f.stopBrief = f.host.After(briefDuration, func() {
		f.host.Post(func() {
			if f.sent.Text() == message {
				f.update()
			}
		})
	})
}

// busy shows a message until the returned function is called.
func (f *foot) busy(message string) (done func()) {
	f.stopBrief()
	f.put(f.what.Text(), message)
	return func() {
		if f.sent.Text() == message {
			f.update()
		}
	}
}

// setWay sets how the picture is sent while nothing is drawn on it.
func (f *foot) setWay(way order.CanvasDelivery) {
	if f.way != way {
		f.way = way
		f.update()
	}
}

// sentText returns the size of the file that is sent; "" if an address is sent.
func (f *foot) sentText() string {
	untouched := f.doc.drawing().Untouched()
	switch {
	case f.doc.opening != "":
		return f.doc.opening
	case !untouched && f.weight == 0:
		return lang.L("Sent as one flat PNG")
	case !untouched:
		return lang.L("Sent as one flat PNG, about %s", wording.Bytes(f.weight))
	case f.way == order.CanvasLink, f.way == order.CanvasHosted:
		return "" // the composer shows it
	}
	return lang.L("Sent as the original file, %s", wording.Bytes(f.doc.page.asset.Bytes))
}

// Measures of the foot, px.
const (
	footPad     = 6
	footOneLine = 520 // from this width on the foot has one line; at 100 % text size
	wideFoot    = 1e5 // a width in which every text is one line
)

// footLayout gives the foot a height that follows from the width alone, so that no text moves the canvas. A longer text
// covers the bottom of the canvas.
type footLayout struct{}

func (footLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width, footLayout{}.HeightFor(o, wideFoot))
}

// HeightFor returns the height in a width, px.
func (footLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	one := kit.HeightFor(o[1], wideFoot)
	if width >= resources.Scaled(footOneLine) {
		return one
	}
	return 2*one - 2*footPad
}

func (footLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	height := max(kit.HeightFor(o[1], s.Width), s.Height)
	kit.Place(o[0], 0, s.Height-height, s.Width, height)
	kit.Place(o[1], 0, s.Height-height, s.Width, height)
}
