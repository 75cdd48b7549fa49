package boards

import (
	"context"
	"image"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
)

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
			pictures[i], err = f.doc.Pictures.Image(ctx, assets[s.sha256], planning.LikePx)
		} else {
			pictures[i], err = f.doc.Pictures.End(ctx, assets[s.sha256], s.end == lastFrame)
		}
		if err != nil {
			f.doc.Log().Info("cannot compare frames", "err", err)
			return 1
		}
	}
	if k.a.end == whole {
		return planning.Shared(pictures[0], pictures[1])
	}
	return planning.Alike(pictures[0], pictures[1])
}
