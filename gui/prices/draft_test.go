package prices

import (
	"slices"
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/client/sandbox"
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

func TestSamplesAreTheReferenceFigures(t *testing.T) {
	want := []sample{{"1024, low", "about ¥0.03"}, {"1024, medium", "about ¥0.06"}, {"4K, max", "about ¥1.90"}, {"Edit, 1024, low", "about ¥0.07"}}
	if got := samples(sandbox.Prices()); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if got := samples(client.PriceTable{}); got != nil {
		t.Errorf("%v without prices", got)
	}
}
