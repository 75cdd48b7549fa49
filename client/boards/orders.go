package boards

import (
	"context"
	"math/rand/v2"
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/boards"
)

// Quoted returns the engine's quote for the click. It is valid while prices and spending do not change.
func (c *Click) Quoted() jobs.Quote {
	q := c.Quote
	q.Each, q.Total, q.Known = nil, 0, true
	for _, it := range c.Items {
		q.Each = append(q.Each, it.Price)
		if it.Price == nil {
			q.Known = false
		} else {
			q.Total = db.Sum(q.Total, *it.Price)
		}
	}
	return q
}

// Unpriced returns the cards with a job of unknown price.
func (c *Click) Unpriced() (cards []string) {
	for _, it := range c.Items {
		if it.Price == nil && !slices.Contains(cards, it.Card) {
			cards = append(cards, it.Card)
		}
	}
	return cards
}

// CardCount returns the number of cards that the click makes.
func (c *Click) CardCount() int { return len(c.makes) }

// MakesPictures reports whether the click makes pictures. Their price depends on tokens and is an estimate.
func (c *Click) MakesPictures() bool {
	return slices.ContainsFunc(c.Items, func(it Item) bool { return !it.Form.Kind.IsVideo() })
}

// Only returns the click with the jobs of one card, to show its price.
func (c *Click) Only(card string) *Click {
	one := *c
	one.Items = slices.DeleteFunc(slices.Clone(c.Items), func(it Item) bool { return it.Card != card })
	return &one
}

// FrameCount returns how many of the cards are keyframes.
func (c *Click) FrameCount() (n int) {
	for _, card := range c.Cards {
		if c.View.FrameByID(card) >= 0 {
			n++
		}
	}
	return n
}

// OfFrames returns the click with the jobs of keyframes, or with those of shots, to show their price.
func (c *Click) OfFrames(frames bool) *Click {
	part := *c
	part.Items = slices.DeleteFunc(slices.Clone(c.Items), func(it Item) bool {
		return (c.View.FrameByID(it.Card) >= 0) != frames
	})
	return &part
}

// Combined returns a click with the jobs of two clicks, to show their price. Orders of different clicks cannot be
// submitted as one.
func Combined(a, b *Click) *Click {
	return &Click{Context: b.Context, Items: slices.Concat(a.Items, b.Items)}
}

// ExtractFrames replaces clips that the user added by their last frames. A clip that cannot be read becomes a problem
// of its card, and ExtractFrames returns the first such error. It must not run on a window's goroutine.
func (c *Click) ExtractFrames(lastFrame func(clip db.Asset) (db.Asset, error)) (failed error) {
	for i := range c.Items {
		it := &c.Items[i]
		if it.clip.ID == 0 {
			continue
		}
		a, err := lastFrame(it.clip)
		if err != nil {
			c.reject(it.Card, Problem{Kind: Damaged, Err: err})
			if failed == nil {
				failed = err
			}
			continue
		}
		place := &it.Form.Edit.Pictures[0]
		if d := it.Form.Clip(); d != nil {
			place = &d.First
		}
		*place = order.Slot{File: a.Path, Asset: a.Ref, Width: a.Width, Height: a.Height}
		o, _ := it.Form.Build(c.Env)
		o.Cast = it.Order.Cast
		if r, ok := o.Requests[0].(client.VideoRequest); ok && it.After != (jobs.After{}) {
			r.InputReference[it.After.Place] = "" // filled when the picture is delivered
			o.Requests[0] = r
		}
		it.Order = o
	}
	return failed
}

// Orders returns the jobs of the click, with their pictures. A picture that cannot be read becomes a problem of its
// card, and Orders returns the first such error. It must not run on a window's goroutine.
func (c *Click) Orders(ctx context.Context, from upload.Reader) (all []jobs.Order, failed error) {
	for _, it := range c.Items {
		made, err := upload.Orders(ctx, from, it.Order, nil, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			c.reject(it.Card, Problem{Kind: Damaged, Frame: c.unreadable(ctx, from, it.Card), Err: err})
			if failed == nil {
				failed = err
			}
			continue
		}
		o := made[0]
		o.Board, o.Shot, o.After, o.Replaces = c.View.Ref, it.Card, it.After, it.Replaces
		o.FinalOf = it.FinalOf
		all = append(all, c.withSeed(o))
	}
	if failed != nil {
		return nil, failed
	}
	return all, nil
}

// withSeed returns the order of a draft with a random seed, if its board has final settings and the draft has no seed.
// Otherwise its final could not repeat the seed, because no service reports it.
func (c *Click) withSeed(o jobs.Order) jobs.Order {
	clip, ok := o.Request.(client.VideoRequest)
	if !ok || c.View.Settings.Final == nil || o.FinalOf != 0 || clip.Seed != nil {
		return o
	}
	clip.Seed = new(rand.Int64N(jobs.MaxRolledSeed + 1))
	if len(clip.LimitProblems()) == 0 {
		o.Request = clip
	}
	return o
}

// unreadable returns the keyframe of a card with an unreadable picture; "" for none.
func (c *Click) unreadable(ctx context.Context, from upload.Reader, card string) string {
	w := c.Want(card)
	pictures := []boards.Picture{w.First, w.Last, w.From}
	for _, ref := range w.CastPictures() {
		pictures = append(pictures, boards.Picture{Asset: ref})
	}
	for _, p := range pictures {
		if p.Asset == "" {
			continue
		}
		u := order.Upload{File: c.View.Assets[p.Asset].Path, Asset: p.Asset}
		if _, err := upload.Read(ctx, from, u); err != nil {
			return p.Frame
		}
	}
	return ""
}
