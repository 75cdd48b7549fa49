package compose

import (
	"bytes"
	"image"
	"image/png"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/form"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// slotFixture is a fixture with slots: links, files and assets as a test wants them.
type slotFixture struct {
	*fixture
	now      time.Time
	links    map[string]error // what a look at a link says; nil: a picture
	looked   []string
	files    map[string]error
	assets   map[string]db.Asset
	pictures map[string][]byte
	linked   func() []byte // the picture at every link
}

func newSlotFixture(t testing.TB, kind db.JobKind) *slotFixture {
	return newSlotFixtureIn(t, kind, resources.Dark)
}

func newSlotFixtureIn(t testing.TB, kind db.JobKind, look resources.Variant) *slotFixture {
	return newSlotFixtureWith(t, kind, look, func(*slotFixture) {})
}

func newSlotFixtureWith(t testing.TB, kind db.JobKind, look resources.Variant, also func(*slotFixture)) *slotFixture {
	apptest.New(t, resources.Theme(look))
	b := &slotFixture{now: time.Unix(1_800_000_000, 0), links: map[string]error{}, files: map[string]error{},
		assets: map[string]db.Asset{}, pictures: map[string][]byte{}, linked: atLink}
	b.fixture = &fixture{holder: &holder{}, t: t, store: &memorySettings{}, clock: &timers{}, table: ordertest.Prices(),
		templates: map[string]string{},
		acct:      form.Account{Profile: db.Profile{ID: 7, Name: "My gateway", Currency: "CNY"}}}
	b.with = func() {
		b.host.Clock = func() time.Time { return b.now }
		b.lib.look = func(link string) (linkcheck.Picture, error) {
			b.looked = append(b.looked, link)
			if err := b.links[link]; err != nil {
				return linkcheck.Picture{}, err
			}
			return linkcheck.Picture{Width: 1344, Height: 756, Format: "png", Data: b.linked()}, nil
		}
		b.lib.picture = func(u order.Upload) ([]byte, error) {
			if err := b.files[u.File]; err != nil {
				return nil, err
			}
			if data := b.pictures[u.File]; data != nil {
				return data, nil
			}
			return inFile(), nil
		}
		b.lib.asset = func(ref string) (db.Asset, error) {
			if a, ok := b.assets[ref]; ok {
				return a, nil
			}
			return db.Asset{}, db.ErrNotFound
		}
		also(b)
	}
	b.open()
	b.update()
	b.s.SetKind(kind)
	return b
}

// settle lets every look come to its end.
func (b *slotFixture) settle() {
	for range 4 {
		b.clock.fire()
		b.finish()
	}
}

func (b *slotFixture) slot(place int) *kit.Slot { return b.s.viewAt(place).Slot }

func (b *slotFixture) state(place int) kit.SlotValue {
	v := b.slot(place).Value()
	v.Picture = nil
	for i := range v.Actions {
		v.Actions[i].ID = 0
	}
	return v
}

func (b *slotFixture) wants(place int, want kit.SlotValue) {
	b.t.Helper()
	if diff := cmp.Diff(want, b.state(place)); diff != "" {
		b.t.Errorf("slot %d: %s", place, diff)
	}
}

func (b *slotFixture) follow(place int, name string) {
	b.t.Helper()
	for _, a := range b.slot(place).Value().Actions {
		if a.Text == name {
			b.slot(place).OnAction(a.ID)
			return
		}
	}
	b.t.Fatalf("slot %d offers no %q: %+v", place, name, b.slot(place).Value().Actions)
}

func (b *slotFixture) at(place int) fyne.Position {
	keys := b.slot(place).Frame().(fyne.CanvasObject) // has no area, at the corner of the frame
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(keys).AddXY(88, 49)
}

func dusk(w, h int) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		row := bytes.Repeat([]byte{uint8(30 + 180*y/h), uint8(50 + 70*y/h), uint8(110 - 40*y/h), 255}, w)
		copy(im.Pix[y*im.Stride:], row)
	}
	return im
}

// Painting and decoding take a while under the race detector, so what every look sees is painted once, and small where
// nobody looks at its pixels.
var (
	atLink = sync.OnceValue(func() []byte { return painted(336, 189) })
	whole  = sync.OnceValue(func() []byte { return painted(1344, 756) })
	inFile = sync.OnceValue(func() []byte { return painted(800, 600) })
)

func painted(w, h int) []byte {
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, dusk(w, h)); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func ways(names ...string) (all [3]kit.SlotAction) {
	for i, n := range names {
		all[i].Text = n
	}
	return all
}

func asset(life time.Duration) db.Asset {
	return db.Asset{ID: 3, Ref: "aa11", Kind: db.Picture, Path: "2026/11/light.png", Width: 1344, Height: 756,
		Link: "https://img.gateway.net/light", LinkExpires: time.Unix(1_800_000_000, 0).Add(life)}
}
