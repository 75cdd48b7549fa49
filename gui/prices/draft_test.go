package prices

import (
	"slices"
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/client/sandbox"
	"viviscope/db"
	"viviscope/gui/wording"
)

func rates(t client.PriceTable) []client.VideoRate {
	all := slices.Clone(t.Video)
	slices.SortFunc(all, func(a, b client.VideoRate) int {
		key := func(r client.VideoRate) string { return r.Model + r.Resolution + map[bool]string{true: "a"}[r.Audio] }
		return strings.Compare(key(a), key(b))
	})
	return all
}

func TestTableSurvivesTheFields(t *testing.T) {
	table := sandbox.Prices()
	table.Reference = true
	table.Video = append(table.Video,
		client.VideoRate{Model: "clip-2.6", Resolution: "720P", Audio: true, PerSecond: 1}, // no field: the model does not make it
		client.VideoRate{Model: "clip-2.6", Resolution: "4K", PerSecond: 9_000_000},
		client.VideoRate{Model: "old-name", Resolution: "720P", PerSecond: 125_000},
	)
	d := NewDraft(table, "CNY", []client.Alias{{ID: "house-clip", Like: "clip-2.5"}, {ID: "house-image", Like: "genimage-2.5-flare"}, {ID: "clip-3.0", Like: "clip-2.5"}})
	got, problems := d.Table()
	if len(problems) > 0 || d.Dirty() || !slices.Equal(rates(got), rates(table)) || *got.Tokens != *table.Tokens || !got.Reference || got.Currency != "CNY" {
		t.Errorf("%+v\nproblems %v, changes %v", got, problems, d.Changes())
	}
	if len(d.Rows) != 8 || d.Rows[6].Model != "house-clip" || d.Rows[7].Model != "old-name" {
		t.Errorf("rows %+v", d.Rows)
	}
	if d.Rows[6].Offered != [tiers]bool{true, true, false, false} || d.Rows[2].Offered != [tiers]bool{true, true, false, true} {
		t.Errorf("offered: %v, %v", d.Rows[6].Offered, d.Rows[2].Offered)
	}
	if got := d.Inherited(6, 0); got != "0.40" {
		t.Errorf("house-clip inherits %q", got)
	}
}

func TestBlankIsNotKnownAndZeroIsFree(t *testing.T) {
	d := NewDraft(client.PriceTable{}, "CNY", nil)
	if table, problems := d.Table(); len(table.Video) > 0 || table.Tokens != nil || len(problems) > 0 || d.Dirty() {
		t.Errorf("%+v %v", table, problems)
	}
	d.Rows[0].Text[0] = "0"
	table, _ := d.Table()
	if rate, ok := table.Rate("clip-3.0", "720P", false); !ok || rate != 0 {
		t.Errorf("free is %d, %v", rate, ok)
	}
	if got := strings.Join(d.Changes(), "; "); got != "clip-3.0 720P, not known becomes 0.00" {
		t.Errorf("changes %q", got)
	}
}

func TestChangesAndProblems(t *testing.T) {
	d := NewDraft(sandbox.Prices(), "CNY", nil)
	d.Rows[2].Text[1] = "0,92"
	d.Rows[3].Text[0] = ""
	d.Tokens[tokenOutput] = "41"
	d.Reference = !d.Reference
	want := []string{"clip-2.6 1080P, 0.90 becomes 0.92", "clip-3.0-turbo 720P, 0.35 becomes not known", "Output, 40.00 becomes 41.00", "marked as reference figures"}
	if d.base.Reference {
		want[3] = "marked as the account's own prices"
	}
	if got := d.Changes(); !slices.Equal(got, want) {
		t.Errorf("changes %q", got)
	}
	d.Rows[0].Text[2] = "dear"
	d.Tokens[tokenText] = ""
	table, problems := d.Table()
	if len(problems) != 2 || problems[0] != (Problem{0, 2, wording.ErrNoNumber.Error()}) || problems[1].Row != -1 || problems[1].Column != tokenText || table.Tokens != nil {
		t.Errorf("problems %+v", problems)
	}
	if back := d.Reset(); back.Dirty() || !d.Dirty() {
		t.Error("reset")
	}
}

func TestAnotherCurrencyIsAChange(t *testing.T) {
	d := NewDraft(sandbox.Prices(), "JPY", nil)
	if got := d.Changes(); len(got) != 1 || got[0] != "currency, CNY becomes JPY" {
		t.Errorf("changes %q", got)
	}
	if table, _ := d.Table(); table.Currency != "JPY" {
		t.Errorf("currency %s", table.Currency)
	}
}

func TestPicturesCostWhatTheirTokensDo(t *testing.T) {
	want := map[string]string{"1024, low": "0.03", "1024, medium": "0.06", "4K, max": "1.90", "Edit, 1024, low": "0.07"}
	for _, r := range NewDraft(sandbox.Prices(), "CNY", nil).Pictures {
		if got := r.byTokens(sandbox.Prices()); got != want[r.Name()] {
			t.Errorf("%s: %q", r.Name(), got)
		}
		if got := r.byTokens(client.PriceTable{}); got != "" {
			t.Errorf("%s: %q without prices", r.Name(), got)
		}
	}
}

func TestPicturePricesAreKept(t *testing.T) {
	table := client.ReferenceTable("CNY")
	table.Images = append(table.Images, client.ImageRate{Model: "house", Size: "2K", Quality: "high", PerPicture: 250_000})
	d := NewDraft(table, "CNY", nil)
	if d.Dirty() || len(d.Pictures) != 5 || d.Pictures[4].Name() != "2K, high, house" || d.Pictures[4].Text != "0.25" {
		t.Fatalf("%+v, changes %q", d.Pictures, d.Changes())
	}
	d = d.Clone()
	d.Pictures[1].Text, d.Pictures[4].Text = "0.065", ""
	if got := d.Changes(); !slices.Equal(got, []string{"1024, medium, 0.06 becomes 0.065", "2K, high, house, 0.25 becomes not known"}) {
		t.Errorf("changes %q", got)
	}
	kept, problems := d.Table()
	if len(problems) > 0 || len(kept.Images) != 4 || kept.Images[1].PerPicture != 65_000 {
		t.Errorf("%+v, %v", kept.Images, problems)
	}
	d.Pictures[0].Text = "cheap"
	if _, problems := d.Table(); len(problems) != 1 || problems[0].Row != -2 || problems[0].Column != 0 {
		t.Errorf("problems %v", problems)
	}
	if d = d.Reset(); d.Dirty() {
		t.Errorf("reset, but %q", d.Changes())
	}
}

func TestSeenIsOwnHistory(t *testing.T) {
	row := NewDraft(client.PriceTable{}, "CNY", nil).Pictures[1] // 1024, medium
	samples := []db.PictureSample{
		{Kind: db.TextToImage, Quality: "medium", ChargedMicros: 50_000}, {Kind: db.TextToImage, Size: "1536x1024", ChargedMicros: 70_000},
		{Kind: db.TextToImage, Quality: "low", ChargedMicros: 1}, {Kind: db.EditImage, Quality: "medium", ChargedMicros: 2}, {Kind: db.TextToImage, Size: "3840x2160", ChargedMicros: 3},
	}
	if words, n := row.seen(samples, "CNY"); words != "seen 0.05 to 0.07" || n != 2 {
		t.Errorf("%q of %d", words, n)
	}
	if words, n := row.seen(samples[:1], "CNY"); words != "seen 0.05" || n != 1 {
		t.Errorf("%q of %d", words, n)
	}
	if words, n := row.seen(nil, "CNY"); words != "" || n != 0 {
		t.Errorf("%q of %d", words, n)
	}
}
