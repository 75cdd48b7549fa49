package boards

import (
	"context"
	"image"

	"golang.org/x/image/draw"

	"viviscope/db"
	"viviscope/db/boards"
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

// fidelity measures, away from the window's goroutine, how much delivered frames are like their keyframes, and what neighbouring
// keyframes have in common. A figure belongs to the contents of its pictures and never changes; the small pictures are kept on disk.
type fidelity struct {
	doc   *document
	known map[likeness]float64
	busy  bool
	shown int                 // the edition of the board that has all that is known
	sizes map[image.Point]int // how many clips of the film have each size
	usual image.Point         // that most of them have
}

// side is one of two pictures that are compared, by content: that of a keyframe, or an end of a clip.
type side struct {
	sha256 string
	end    end
}

type end int

const (
	whole end = iota // no clip
	firstFrame
	lastFrame
)

// likeness names a figure by what is compared: how much two keyframes have in common, or how alike two pictures are of which one is
// delivered.
type likeness struct{ a, b side }

// update gives the document the figures that are known, and starts to measure the others.
func (f *fidelity) update() {
	if f.shown == f.doc.edition {
		return
	}
	v := &f.doc.view
	f.shown = f.doc.edition
	v.Fidelity = map[string]boards.Fidelity{}
	f.sizes, f.usual = map[image.Point]int{}, image.Point{}
	missing, assets := []likeness(nil), map[string]db.Asset{}
	figure := func(a db.Asset, from end, b db.Asset, to end) float64 {
		k := likeness{side{a.SHA256, from}, side{b.SHA256, to}}
		switch n, ok := f.known[k]; {
		case !v.There(a) || !v.There(b):
		case !ok:
			missing = append(missing, k)
			assets[a.SHA256], assets[b.SHA256] = a, b
		default:
			return n
		}
		return 1
	}
	var before db.Asset
	for _, s := range v.Shots {
		clip, _ := v.Chosen(s.ID)
		first, last := f.doc.picture(s.First), f.doc.picture(s.Last)
		likes := boards.Fidelity{First: figure(clip.Asset, firstFrame, first, whole), Last: figure(clip.Asset, lastFrame, last, whole)}
		if s.Continue {
			likes.First = figure(clip.Asset, firstFrame, before, lastFrame)
		}
		v.Fidelity[clip.Asset.Ref] = likes
		figure(first, whole, last, whole)
		before = clip.Asset
		if size := image.Pt(clip.Asset.Width, clip.Asset.Height); size.X > 0 && !s.Skipped {
			if f.sizes[size]++; f.sizes[size] > f.sizes[f.usual] {
				f.usual = size
			}
		}
	}
	if f.busy || len(missing) == 0 {
		return
	}
	f.busy = true
	f.doc.Go(func(ctx context.Context) {
		for i, k := range missing {
			n := f.compare(ctx, k, assets)
			if ctx.Err() != nil {
				return
			}
			f.doc.Post(func() {
				f.known[k], f.shown = n, -1
				f.busy = i < len(missing)-1
				if i%16 == 15 || !f.busy {
					f.doc.onChange()
				}
			})
		}
	})
}

// compare makes a figure: 1 where there is nothing to compare.
func (f *fidelity) compare(ctx context.Context, k likeness, assets map[string]db.Asset) float64 {
	var pictures [2]image.Image
	for i, s := range []side{k.a, k.b} {
		var err error
		if s.end == whole {
			pictures[i], err = f.doc.Pictures.Image(ctx, assets[s.sha256], likePx)
		} else {
			pictures[i], err = f.doc.Pictures.End(ctx, assets[s.sha256], s.end == lastFrame)
		}
		if err != nil {
			f.doc.Log().Info("cannot compare frames", "err", err)
			return 1
		}
	}
	if k.a.end == whole {
		return shared(pictures[0], pictures[1])
	}
	return alike(pictures[0], pictures[1])
}

// picture is that of a keyframe, as it can be shown; zero: it has none.
func (d *document) picture(frame string) db.Asset { return picture(d.view, frame) }

func picture(v boards.View, frame string) db.Asset {
	if t, _ := v.Chosen(frame); frame != "" && v.There(t.Asset) {
		return t.Asset
	}
	return db.Asset{}
}

// opening is the picture that a shot begins with, as far as keyframes tell: a Continue begins with what the shot before ends with.
func opening(v boards.View, shot int) db.Asset {
	for ; shot > 0 && v.Shots[shot].Continue; shot-- {
		if before := v.Shots[shot-1]; before.Last != "" {
			return picture(v, before.Last)
		}
	}
	return picture(v, v.Shots[shot].First)
}

// unanchored counts the shots up to one that continue each other without a keyframe between them.
func unanchored(b boards.Board, shot int) (n int) {
	for ; shot >= 0 && b.Shots[shot].Continue && b.Shots[shot].Last == ""; shot-- {
		n++
	}
	return n
}
