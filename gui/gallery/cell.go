package gallery

import (
	"errors"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// cell shows one asset on the wall: its picture and tags at its corners. The wall recycles it for other assets, so it
// owns nothing that must be closed. A pointer that moves over a clip scrubs through it.
type cell struct {
	widget.BaseWidget
	d    Deps
	item item
	*media.Preview
	scrub media.Scrub

	face                            *kit.Face
	length, sound, life, cost, star *kit.Tag
	check                           *kit.Tag // the most serious finding of the check of a clip
}

func newCell(d Deps) *cell {
	c := &cell{d: d, face: kit.NewFace(canvas.ImageFillCover, cellRadius, signSize)}
	c.Preview = media.NewPreview(d.Pictures, c.Refresh)
	c.scrub = media.NewScrub(d.Pictures, d.ReduceMotion, c.Refresh)
	c.ExtendBaseWidget(c)
	return c
}

// bind shows an asset. It is cheap if nothing changed.
func (c *cell) bind(it item) {
	if it.row.ID != c.item.row.ID {
		c.scrub.Leave()
	}
	c.item = it
	c.Load(it.asset, c.face.Pixels())
	c.Refresh()
}

// Unbind cancels the loading of an asset that is not visible any more.
func (c *cell) Unbind() {
	c.Load(db.Asset{}, 0)
	c.scrub.Leave()
	c.item = item{}
}

func (c *cell) MouseIn(e *desktop.MouseEvent) { c.MouseMoved(e) }

func (c *cell) MouseMoved(e *desktop.MouseEvent) {
	c.scrub.Move(c.item.asset, e.Position.X/c.Size().Width)
}

func (c *cell) MouseOut() { c.scrub.Leave() }

// tags are the texts of the tags.
type tags struct{ length, life, cost, check string }

func (c *cell) tags() tags { return tagsOf(c.item, c.d.Now()) }

// tagsOf returns the texts of the tags: the length of a clip, the remaining time of a link that expires soon, and the
// cost if costs are shown.
func tagsOf(it item, now time.Time) (t tags) {
	if it.row.Flags&search.FlagClip != 0 {
		t.length = wording.Elapsed(time.Duration(float64(it.row.Seconds) * float64(time.Second)))
	}
	t.check = wording.CheckTag(it.asset)
	if left := it.asset.LinkExpires.Sub(now); left < wording.LinkSoon {
		t.life = wording.Life(left)
	}
	if it.cost {
		t.cost = wording.AssetCost(it.asset, it.amongPlay)
	}
	return t
}

// AccessibilityLabel returns the title, the kind, and the tags.
func (c *cell) AccessibilityLabel() string {
	kind, star, t := lang.X("noun", "Picture"), "", c.tags()
	if c.item.row.Flags&search.FlagClip != 0 {
		kind = lang.X("noun", "Clip")
	}
	if c.item.row.Flags&search.FlagStarred != 0 {
		star = lang.L("Starred")
	}
	words := []string{wording.AssetTitle(c.item.asset), kind, t.length, wording.Commas(wording.Checks(c.item.asset)...),
		t.life, t.cost, star}
	return wording.Commas(slices.DeleteFunc(words, func(w string) bool { return w == "" })...)
}

func (c *cell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (c *cell) CreateRenderer() fyne.WidgetRenderer {
	tag := func() *kit.Tag { return kit.NewTag(kit.ToneOnPicture, nil, "") }
	c.length, c.sound, c.life, c.cost, c.star, c.check = tag(), tag(), tag(), tag(), tag(), tag()
	return kit.Draw(func() fyne.Size { return fyne.NewSquareSize(8) }, func(s fyne.Size) {
		c.face.Resize(s)
		c.Load(c.item.asset, c.face.Pixels())
		c.paint()
	}, c.paint, c.face, c.length, c.sound, c.life, c.cost, c.star, c.check)
}

// The measures of a cell, in px.
const (
	cellRadius  = 4
	cellInset   = 6  // from the edge to a tag
	cellBetween = 4  // between two tags
	signSize    = 24 // of the icon on the mat
)

// place puts the tags at their corners. Without room for all of them the cost moves above the others, and the
// tags of the link and the sound are hidden.
func (c *cell) place(s fyne.Size) {
	at := func(t *kit.Tag, x, y float32) {
		t.Resize(t.MinSize())
		t.Move(fyne.NewPos(x, y))
	}
	bottom := s.Height - c.length.MinSize().Height - cellInset
	x := float32(cellInset)
	for _, t := range []*kit.Tag{c.length, c.sound} {
		w := t.MinSize().Width
		switch {
		case !t.Visible():
		case x+w > s.Width:
			t.Hide()
		default:
			at(t, x, bottom)
			x += w + cellBetween
		}
	}
	end := s.Width - cellInset
	for _, t := range []*kit.Tag{c.cost, c.life} {
		if !t.Visible() {
			continue
		}
		w := t.MinSize().Width
		if end-w < x {
			if t == c.cost && w <= s.Width-2*cellInset {
				at(t, end-w, bottom-t.MinSize().Height-cellBetween)
				continue
			}
			t.Hide()
			continue
		}
		if x == cellInset && t == c.life {
			at(t, x, bottom)
			x += w + cellBetween
			continue
		}
		at(t, end-w, bottom)
		end -= w + cellBetween
	}
	if c.check.Visible() { // above the other tags, or at the foot if there are none
		y := bottom
		if c.length.Visible() {
			y -= c.length.MinSize().Height + cellBetween
		}
		at(c.check, cellInset, y)
		if c.check.MinSize().Width > s.Width-2*cellInset {
			c.check.Resize(fyne.NewSize(s.Width-2*cellInset, c.check.MinSize().Height))
		}
	}
	at(c.star, s.Width-c.star.MinSize().Width-cellInset, cellInset)
}

// paint reads the theme and the asset again, and redraws only what changed.
func (c *cell) paint() {
	t, flags := c.tags(), c.item.row.Flags
	look := kit.Look{Image: c.Image, Icon: sign(c.Preview, flags&search.FlagClip != 0)}
	quiet := c.scrub.Image() != nil // tags would cover the frame that the pointer scrubs to
	setTag(c.length, resources.IconPlay, t.length, t.length != "" && !quiet)
	setTag(c.sound, resources.IconSound, "", flags&search.FlagSound != 0 && !quiet)
	setTag(c.life, resources.IconLink, t.life, t.life != "" && !quiet)
	setTag(c.cost, nil, t.cost, t.cost != "" && !quiet)
	kit.Show(c.check, t.check != "" && !quiet)
	c.check.Set(kit.ToneWarn, resources.IconWarning, t.check)
	setTag(c.star, resources.IconStarOn, "", flags&search.FlagStarred != 0)
	if quiet {
		look.Image, look.Line = c.scrub.Image(), c.scrub.At
	}
	c.face.Set(look)
	c.place(c.Size())
}

func setTag(t *kit.Tag, icon fyne.Resource, word string, on bool) {
	if on {
		t.Set(kit.ToneOnPicture, icon, word)
	}
	kit.Show(t, on)
}

// sign returns the icon of a cell without a picture; nil while the picture may still load.
func sign(p *media.Preview, clip bool) fyne.Resource {
	switch {
	case p.Image != nil || p.Err == nil:
		return nil
	case clip && errors.Is(p.Err, media.ErrNoDecoder):
		return resources.IconFilm
	case errors.Is(p.Err, media.ErrTooLarge):
		return resources.IconPicture // the file is not damaged
	}
	return resources.IconWarning
}
