package boards

import (
	"context"
	"image"
	"time"

	"fyne.io/fyne/v2"
	"golang.org/x/image/draw"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// likePx is the longer side, in pixels, at which pictures are compared.
const likePx = 256

// inSize gives the middle of a picture in a size, in a ratio that it may not have.
func inSize(im image.Image, size image.Point) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.BiLinear.Scale(out, out.Rect, im, middleOf(im.Bounds(), size), draw.Src, nil)
	return out
}

// middleOf gives the largest part in the middle that has the ratio of a size.
func middleOf(r image.Rectangle, size image.Point) image.Rectangle {
	w, h := r.Dx(), r.Dy()
	if fit := h * size.X / size.Y; fit < w {
		w = max(fit, 1)
	} else {
		h = max(w*size.Y/size.X, 1)
	}
	at := r.Min.Add(image.Pt((r.Dx()-w)/2, (r.Dy()-h)/2))
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}
}

// alike gives how much a picture is like another, 0 to 1: the structural similarity (SSIM) of their brightness, in windows of 8 x 8
// pixels.
func alike(a, b image.Image) float64 {
	size := a.Bounds().Size()
	k := float64(likePx) / float64(max(size.X, size.Y))
	size = image.Pt(max(int(float64(size.X)*k), 8), max(int(float64(size.Y)*k), 8))
	x, y := brightness(inSize(a, size)), brightness(inSize(b, size))
	const window, apart, c1, c2 = 8, 4, 6.5025, 58.5225
	sum, n := 0.0, 0.0
	for top := 0; top+window <= size.Y; top += apart {
		for left := 0; left+window <= size.X; left += apart {
			var sx, sy, xx, yy, xy float64
			for row := top; row < top+window; row++ {
				at := row*size.X + left
				for i, p := range x[at : at+window] {
					q := y[at+i]
					sx, sy, xx, yy, xy = sx+p, sy+q, xx+p*p, yy+q*q, xy+p*q
				}
			}
			const pixels = window * window
			mx, my := sx/pixels, sy/pixels
			sum += (2*mx*my + c1) * (2*(xy/pixels-mx*my) + c2) / ((mx*mx + my*my + c1) * (xx/pixels - mx*mx + yy/pixels - my*my + c2))
			n++
		}
	}
	return max(sum/n, 0)
}

// brightness gives that of each pixel, of 255.
func brightness(im *image.RGBA) []float64 {
	out := make([]float64, len(im.Pix)/4)
	for i := range out {
		out[i] = 0.2126*float64(im.Pix[4*i]) + 0.7152*float64(im.Pix[4*i+1]) + 0.0722*float64(im.Pix[4*i+2])
	}
	return out
}

// shared gives how much of their colours two pictures have in common, 0 to 1.
func shared(a, b image.Image) float64 {
	const side, steps = 64, 4
	var counts [2][steps * steps * steps]int
	for i, im := range []image.Image{a, b} {
		pix := inSize(im, image.Pt(side, side)).Pix
		for p := 0; p < len(pix); p += 4 {
			counts[i][(int(pix[p])*steps/256*steps+int(pix[p+1])*steps/256)*steps+int(pix[p+2])*steps/256]++
		}
	}
	common := 0
	for i, n := range counts[0] {
		common += min(n, counts[1][i])
	}
	return float64(common) / (side * side)
}

// shareLittle is what neighbouring keyframes have in common, at most, where models tend to dissolve between them.
const shareLittle = 0.3

// fidelity measures, away from the window's goroutine, how much delivered frames are like their keyframes, and what neighbouring
// keyframes have in common. A figure belongs to the contents of its pictures and never changes; the small pictures are kept on disk.
type fidelity struct {
	b     *board
	known map[likeness]float64
	busy  bool
	shown int // the edition of the board that has all that is known
}

// likeness names a figure by what is compared, by content.
type likeness struct {
	what measure
	a, b string
}

type measure int

const (
	beginsLike measure = iota // the first frame of clip a, and picture b
	continues                 // the same, and the last frame of clip b
	endsLike                  // the last frame of clip a, and picture b
	inCommon                  // two pictures
)

// comparing is a figure to be made.
type comparing struct {
	likeness
	one, other db.Asset
}

// show gives the board the figures that are known, and begins to make the others.
func (f *fidelity) show() {
	if f.shown == f.b.edition {
		return
	}
	v := &f.b.view
	f.shown = f.b.edition
	v.Fidelity = map[string]boards.Fidelity{}
	var missing []comparing
	figure := func(what measure, a, b db.Asset) float64 {
		k := likeness{what, a.SHA256, b.SHA256}
		switch n, ok := f.known[k]; {
		case !there(*v, a) || !there(*v, b):
		case !ok:
			missing = append(missing, comparing{k, a, b})
		default:
			return n
		}
		return 1
	}
	var before db.Asset
	for _, s := range v.Shots {
		clip, _ := v.Chosen(s.ID)
		first, last := f.b.picture(s.First), f.b.picture(s.Last)
		begins := figure(beginsLike, clip.Asset, first)
		if s.Continue {
			begins = figure(continues, clip.Asset, before)
		}
		v.Fidelity[clip.Asset.Ref] = boards.Fidelity{First: begins, Last: figure(endsLike, clip.Asset, last)}
		figure(inCommon, first, last)
		before = clip.Asset
	}
	if f.busy || len(missing) == 0 {
		return
	}
	f.busy = true
	f.b.Go(func(ctx context.Context) {
		for i, c := range missing {
			n := f.compare(ctx, c)
			if ctx.Err() != nil {
				return
			}
			f.b.Post(func() {
				f.known[c.likeness], f.shown = n, -1
				f.busy = i < len(missing)-1
				if i%16 == 15 || !f.busy {
					f.b.show()
				}
			})
		}
	})
}

// compare makes a figure: 1 where there is nothing to compare.
func (f *fidelity) compare(ctx context.Context, c comparing) float64 {
	pictures := f.b.Pictures
	var one, other image.Image
	var err error
	if c.what == inCommon {
		one, err = pictures.Image(ctx, c.one, likePx)
	} else {
		one, err = f.end(ctx, c.one, c.what == endsLike)
	}
	if err == nil && c.what == continues {
		other, err = f.end(ctx, c.other, true)
	} else if err == nil {
		other, err = pictures.Image(ctx, c.other, likePx)
	}
	switch {
	case err != nil:
		f.b.Log().Info("cannot compare frames", "err", err)
		return 1
	case c.what == inCommon:
		return shared(one, other)
	}
	return alike(one, other)
}

// end gives the first or the last frame of a clip, as a picture by itself: rows with a gap between them cannot be shown.
func (f *fidelity) end(ctx context.Context, clip db.Asset, last bool) (image.Image, error) {
	both, err := f.b.Pictures.Ends(ctx, clip)
	if err != nil {
		return nil, err
	}
	at, out := both.Rect.Min, image.NewRGBA(image.Rect(0, 0, both.Rect.Dx()/2, both.Rect.Dy()))
	if last {
		at.X += out.Rect.Dx()
	}
	draw.Draw(out, out.Rect, both, at, draw.Src)
	return out, nil
}

// there reports whether an asset can be shown.
func there(v boards.View, a db.Asset) bool {
	return a.ID != 0 && a.TrashedAt.IsZero() && !v.Missing[a.Ref]
}

// picture is that of a keyframe, as it can be shown; zero: it has none.
func (b *board) picture(frame string) db.Asset { return picture(b.view, frame) }

func picture(v boards.View, frame string) db.Asset {
	if t, _ := v.Chosen(frame); frame != "" && there(v, t.Asset) {
		return t.Asset
	}
	return db.Asset{}
}

// unanchored counts the shots up to one that continue each other without a keyframe between them.
func unanchored(b boards.Board, shot int) (n int) {
	for ; shot >= 0 && b.Shots[shot].Continue && b.Shots[shot].Last == ""; shot-- {
		n++
	}
	return n
}

// oddSize gives the size of a shot's clip and the one that most clips have, where it has another.
func oddSize(v boards.View, shot int) (own, most image.Point) {
	counts := map[image.Point]int{}
	for i, s := range v.Shots {
		t, _ := v.Chosen(s.ID)
		if size := image.Pt(t.Asset.Width, t.Asset.Height); size.X > 0 && !s.Skipped {
			if counts[size]++; counts[size] > counts[most] {
				most = size
			}
			if i == shot {
				own = size
			}
		}
	}
	if own == most || counts[own] == counts[most] {
		return image.Point{}, image.Point{}
	}
	return own, most
}

// hint says what of a shot may come out otherwise than it was meant, "" where nothing is known, and what can be done about it. It blocks
// nothing.
func (b *board) hint(shot int) (words string, cures []action.Action) {
	s, pixels := b.view.Shots[shot], func(p image.Point) string { return lang.L("%[1]d × %[2]d", p.X, p.Y) }
	common, known := b.fidelity.known[likeness{inCommon, b.picture(s.First).SHA256, b.picture(s.Last).SHA256}]
	if known && common < shareLittle && s.First != s.Last {
		return lang.L("%[1]s and %[2]s share little: models tend to dissolve between them.", b.frameName(s.First), b.frameName(s.Last)), b.nearer(s.ID)
	}
	if n := unanchored(b.view.Board, shot); n > 2 {
		return lang.L("%s shots without a keyframe: colours tend to wander.", lang.Number(n)), b.anchored(s.ID)
	}
	if own, most := oddSize(b.view, shot); own.X > 0 {
		return lang.L("Shot %[1]s came as %[2]s, the others as %[3]s: it is encoded again for the film.", lang.Number(shot+1), pixels(own), pixels(most)), nil
	}
	return "", nil
}

// compareFrame shows a delivered frame of the selected shot against its keyframe: the one of its two that is less like it.
func (b *board) compareFrame() action.Action {
	a := action.Action{ID: "boards/compareFrame", Label: lang.L("Compare the delivered frame"), Icon: resources.IconCompare,
		Keys: action.BareKeys(fyne.KeyF), Disabled: lang.L("The shot has no clip, or no keyframe.")}
	if s := b.shot(); s != nil {
		clip, _ := b.view.Chosen(s.ID)
		first, frame, at := b.picture(s.First), b.picture(s.Last), longAfter
		if f := b.view.Fidelity[clip.Asset.Ref]; frame.ID == 0 || first.ID != 0 && f.First < f.Last {
			frame, at = first, 0
		}
		if clip.Asset.ID != 0 && frame.ID != 0 {
			a.Disabled, a.Do = "", func() { b.Nav.CompareFrame(frame.ID, clip.Asset.ID, at) }
		}
	}
	return a
}

// longAfter is past the end of any clip: its last frame is the one that is shown there.
const longAfter = 1000 * time.Hour
