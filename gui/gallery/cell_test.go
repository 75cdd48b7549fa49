package gallery

import (
	"fmt"
	"image"
	"testing"
	"time"

	"viviscope/db"
	"viviscope/gui/media"
)

func TestCellsAskOnlyForWhatIsInSight(t *testing.T) {
	d := newDesk(t, pile(500))
	in := len(d.prints.asked)
	if in == 0 || in > 60 {
		t.Fatalf("%d pictures asked for", in)
	}
	d.rows.SetOffset(5000)
	if d.prints.dropped == 0 || len(d.prints.asked) > 60 {
		t.Errorf("after scrolling %d are asked for, %d were dropped", len(d.prints.asked), d.prints.dropped)
	}
}

func TestCellShowsItsPictureWhenItComes(t *testing.T) {
	d := newDesk(t, pile(3))
	c := d.rows.Cell(3).(*cell)
	im := image.NewRGBA(image.Rect(0, 0, 4, 4))
	if c.im != nil || c.sign() != nil {
		t.Error("shows something before it came")
	}
	d.prints.asked[3](im, nil)
	if c.im != im {
		t.Error("does not show what came")
	}
	d.prints.asked[2](nil, fmt.Errorf("show: %w", media.ErrDamaged))
	if broken := d.rows.Cell(2).(*cell); broken.sign() == nil {
		t.Error("a damaged file shows no sign")
	}
}

func TestCellTags(t *testing.T) {
	c := newCell(newPrints(), now)
	for _, k := range []struct {
		a            db.Asset
		length, life string
	}{
		{db.Asset{Kind: db.Clip, Seconds: 10.04}, "0:10", ""},
		{db.Asset{Kind: db.Picture, LinkDies: now().Add(21*time.Hour + time.Minute)}, "", "21 h"},
		{db.Asset{Kind: db.Picture, LinkDies: now().Add(-time.Hour)}, "", ""},
	} {
		c.asset = k.a
		if length, life := c.tags(); length != k.length || life != k.life {
			t.Errorf("%q, %q; want %q, %q", length, life, k.length, k.life)
		}
	}
}

func TestBindingWhatIsShownAlreadyIsFree(t *testing.T) {
	d := newDesk(t, pile(40))
	calls := d.prints.calls
	d.Refresh()
	if d.prints.calls != calls {
		t.Errorf("a refresh asked for %d pictures again", d.prints.calls-calls)
	}
}
