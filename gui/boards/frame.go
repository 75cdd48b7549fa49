package boards

import (
	"cmp"
	"context"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/gui/casting"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// Sizes of the page of a board, px.
const (
	lowFrame       = 700 // below this height the player is low
	stripLow       = 100
	footHeight     = 87 // without its line
	inspectorWidth = 336
	inspectorLeast = 280
)

// splitSetting is the setting that stores the sizes that the user gave to the parts of a board.
const splitSetting = "boards.split"

// frameSplit holds the sizes that the user gave to two parts, px; 0: the default.
type frameSplit struct{ Player, Inspector float32 }

// boardFrame lays out the parts of a board: header, strip, player and foot, and the inspector beside them. In a narrow
// window the inspector is between header and foot, and only if the user opened it.
type boardFrame struct {
	d         *Deps
	header    *boardHeader
	strip     *cardStrip
	cast      *casting.Panel
	player    *boardPlayer
	inspector *cardInspector
	content   *fyne.Container
	stripHigh float32 // the height that the cards of the strip needed at the last layout, px

	narrow bool // the window is
	opened bool // the inspector, in a narrow window
	known  bool // split was read, or set by the user
	split  frameSplit
	below  *kit.Divider // the strip
	beside *kit.Divider // the inspector
}

func newBoardFrame(d *Deps, header *boardHeader, strip *cardStrip, cast *casting.Panel, player *boardPlayer,
	foot fyne.CanvasObject, inspector *cardInspector) *boardFrame {
	f := &boardFrame{d: d, header: header, strip: strip, cast: cast, player: player, inspector: inspector}
	f.below = kit.NewDivider(lang.L("Height of the player"), true, func(by float32) {
		f.split.Player = player.content.Size().Height - by
		f.content.Refresh()
	}, f.store)
	f.beside = kit.NewDivider(lang.L("Width of the inspector"), false, func(by float32) {
		f.split.Inspector = inspector.content.Size().Width - by
		f.content.Refresh()
	}, f.store)
	// Tab follows this order: header, strip, cast, player, foot, inspector.
	f.content = &fyne.Container{Layout: f, Objects: []fyne.CanvasObject{kit.NewGround(resources.BgPanel), header.column,
		strip, cast.Content(), player.content, kit.NewRule(), foot, inspector.content, f.below, f.beside}}
	return f
}

// store writes the sizes that the user set.
func (f *boardFrame) store() {
	f.known = true
	now := f.split
	f.d.Go(func(ctx context.Context) {
		err := f.d.Library.SetSetting(ctx, splitSetting, now)
		if err != nil {
			f.d.Log().Warn("cannot store the split of boards", slog.Any("err", err))
		}
	})
}

// read reads the stored sizes, off the window's goroutine. It returns a function for that goroutine which applies them.
func (f *boardFrame) read(ctx context.Context) (apply func()) {
	var stored frameSplit
	_, err := f.d.Library.Setting(ctx, splitSetting, &stored)
	if err != nil {
		f.d.Log().Warn("cannot read the split of boards", slog.Any("err", err))
	}
	return func() {
		if !f.known {
			f.known, f.split = true, stored
			f.content.Refresh()
		}
	}
}

// toggleInspector shows or hides the inspector in a narrow window.
func (f *boardFrame) toggleInspector() {
	f.opened = !f.opened
	f.content.Refresh()
}

// showInspector shows the inspector.
func (f *boardFrame) showInspector() {
	if !f.opened {
		f.toggleInspector()
	}
}

func (f *boardFrame) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width, headerHeight+1+playerLow+footHeight+stripLow+o[3].MinSize().Height)
}

func (f *boardFrame) Layout(o []fyne.CanvasObject, s fyne.Size) {
	background, head, strip, cast, player, rule, foot, side := o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7]
	f.narrow = kit.InNarrowWindow(head, s.Width)
	pane := !f.narrow || f.opened
	kit.Show(f.inspector.closer, f.narrow)
	kit.Show(f.beside, pane)
	kit.Show(side, pane)
	wide := min(max(cmp.Or(f.split.Inspector, inspectorWidth), inspectorLeast), max(s.Width/2, inspectorLeast))
	outer, inner := s.Width, s.Width // the width of header and foot, and of strip and player
	if pane {
		inner -= wide + 1
	}
	if !f.narrow {
		outer = inner
	}
	top, footHigh := head.MinSize().Height, max(footHeight, kit.HeightFor(foot, outer))
	playerHigh := f.playerHeight(s.Height, top+footHigh, f.strip.heightFor(inner))
	f.header.fit(outer, f.narrow, pane)
	from, to := float32(0), s.Height
	if f.narrow {
		from, to = top, s.Height-footHigh-1
	}
	f.beside.PlaceAt(inner, from, to-from)
	kit.Place(side, inner+1, from, wide, to-from)
	kit.Place(background, 0, 0, s.Width, s.Height)
	kit.Place(head, 0, 0, outer, top)
	y := s.Height - footHigh
	kit.Place(foot, 0, y, outer, footHigh)
	kit.Place(rule, 0, y-1, outer, 1)
	kit.Place(player, 0, y-1-playerHigh, inner, playerHigh)
	f.below.PlaceAt(0, y-2-playerHigh, inner)
	room := y - 2 - playerHigh - top
	stripHigh := f.stripHeight(inner, room, s.Height)
	kit.Place(strip, 0, top, inner, stripHigh)
	kit.Place(cast, 0, top+stripHigh, inner, room-stripHigh)
}

// stripHeight returns the height of the strip in the room for strip and cast. The cast follows the last row of cards.
// It gets what the strip does not need, but room for one row of its own. It is folded to one line above the player if
// the window is low, or if the strip would show less than two rows.
func (f *boardFrame) stripHeight(width, room, window float32) float32 {
	f.stripHigh = f.strip.heightFor(width)
	f.cast.Fold(window < lowFrame || room-f.cast.LeastHeight() < min(f.stripHigh, twoRows()))
	if f.cast.Folded() {
		return max(room-f.cast.HeightFor(width, true), 0)
	}
	cast := min(f.cast.HeightFor(width, false), max(room-f.stripHigh, f.cast.LeastHeight()))
	return max(min(f.stripHigh, room-cast), 0)
}

// twoRows returns the height of two rows of cards in the strip, px.
func twoRows() float32 { return 2*(cardHeight()+stripTop) + rowGap }

// fitStrip lays the page out again if the cards of the strip need another height.
func (f *boardFrame) fitStrip() {
	if width := f.strip.Size().Width; width > 0 && f.strip.heightFor(width) != f.stripHigh {
		f.content.Refresh()
	}
}

// playerHeight returns the height of the player in a frame; others is the height of header and foot, strip that of all
// cards. It is a little lower than usual if this opens the cast, or shows all cards.
func (f *boardFrame) playerHeight(height, others, strip float32) float32 {
	usual := float32(playerHeight)
	if resources.Scaled(1) > 1.25 || height < lowFrame {
		usual = playerLow
	} else {
		room := height - others - 2 // for strip, cast and player
		open, folded := min(strip, twoRows())+f.cast.LeastHeight(), strip+f.cast.HeightFor(0, true)
		for _, above := range []float32{open, folded} {
			if left := min(room-above, usual); left >= roomyPlayer {
				usual = left
				break
			}
		}
	}
	return max(min(cmp.Or(f.split.Player, usual), height-others-2-stripLow-f.cast.HeightFor(0, true)), playerLow)
}
