package boards

import (
	"context"
	"image"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
)

// fidelityMeter measures the likeness of delivered frames to their keyframes, and the share of common colours of
// neighbouring keyframes. A figure depends only on the contents of its pictures, so it is measured once. The methods
// belong to the window's goroutine; the measuring runs on another one.
type fidelityMeter struct {
	doc   *document
	known map[likeness]float64
	busy  bool
	shown int                 // the edition of the document that has all known figures
	sizes map[image.Point]int // how many clips of the film have each size
	usual image.Point         // the size of most of them
}

// comparedPicture is one of two pictures that are compared, by content: that of a keyframe, or a frame of a clip.
type comparedPicture struct {
	sha256 string
	end    clipEnd
}

type clipEnd int

const (
	wholePicture clipEnd = iota // of a keyframe
	firstFrame
	lastFrame
)

// likeness identifies a figure: the common colours of two keyframes, or how alike a delivered frame and a picture are.
type likeness struct{ a, b comparedPicture }

// update gives the document the figures that are known, and starts to measure the others.
func (f *fidelityMeter) update() {
	if f.shown == f.doc.edition {
		return
	}
	v := &f.doc.view
	f.shown = f.doc.edition
	v.Fidelity = map[string]boards.Fidelity{}
	f.sizes, f.usual = map[image.Point]int{}, image.Point{}
	missing, assets := []likeness(nil), map[string]db.Asset{}
	figure := func(a db.Asset, from clipEnd, b db.Asset, to clipEnd) float64 {
		k := likeness{comparedPicture{a.SHA256, from}, comparedPicture{b.SHA256, to}}
		switch n, ok := f.known[k]; {
		case !v.Available(a) || !v.Available(b):
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
		likes := boards.Fidelity{First: figure(clip.Asset, firstFrame, first, wholePicture),
			Last: figure(clip.Asset, lastFrame, last, wholePicture)}
		if s.Continue {
			likes.First = figure(clip.Asset, firstFrame, before, lastFrame)
		}
		v.Fidelity[clip.Asset.Ref] = likes
		figure(first, wholePicture, last, wholePicture)
		before = clip.Asset
		if size := image.Pt(clip.Asset.Width, clip.Asset.Height); size.X > 0 && !s.Skipped {
			f.sizes[size]++
			if f.sizes[size] > f.sizes[f.usual] {
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

// compare measures a figure; 1 if there is nothing to compare. It must not run on the window's goroutine.
func (f *fidelityMeter) compare(ctx context.Context, k likeness, assets map[string]db.Asset) float64 {
	var pictures [2]image.Image
	for i, s := range []comparedPicture{k.a, k.b} {
		var err error
		if s.end == wholePicture {
			pictures[i], err = f.doc.Pictures.Image(ctx, assets[s.sha256], planning.ComparePx)
		} else {
			pictures[i], err = f.doc.Pictures.End(ctx, assets[s.sha256], s.end == lastFrame)
		}
		if err != nil {
			f.doc.Log().Info("cannot compare frames", "err", err)
			return 1
		}
	}
	if k.a.end == wholePicture {
		return planning.SharedColours(pictures[0], pictures[1])
	}
	return planning.Similarity(pictures[0], pictures[1])
}
