package price

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
	offered := map[string]int{}
	for _, f := range d.Fields {
		offered[f.Video.Model]++
	}
	if len(offered) != 9 || offered["house-clip"] != 4 || offered["old-name"] != 4 || offered["clip-2.6"] != 3 || offered["house-image"] != 0 {
		t.Errorf("offered: %v", offered)
	}
	if got := d.Inherited(d.Fields[d.at(clip("house-clip", "720P"))]); got != "0.40" {
		t.Errorf("house-clip inherits %q", got)
	}
}

func TestBlankIsNotKnownAndZeroIsFree(t *testing.T) {
	d := NewDraft(client.PriceTable{}, "CNY", nil)
	if table, problems := d.Table(); len(table.Video) > 0 || table.Tokens != nil || len(problems) > 0 || d.Dirty() {
		t.Errorf("%+v %v", table, problems)
	}
	d = d.With(clip("clip-3.0", "720P"), "0")
	table, _ := d.Table()
	if rate, ok := table.Rate("clip-3.0", "720P", false); !ok || rate.PerSecond != 0 {
		t.Errorf("free is %d, %v", rate.PerSecond, ok)
	}
	if got := strings.Join(d.Changes(), "; "); got != "clip-3.0 720P: 0.00 (was none)" {
		t.Errorf("changes %q", got)
	}
}

func TestChangesAndProblems(t *testing.T) {
	d := NewDraft(sandbox.Prices(), "CNY", nil)
	d = d.With(clip("clip-2.6", "1080P"), "0,92")
	d = d.With(clip("clip-3.0-turbo", "720P"), "")
	d = d.With(Of{Token: OutputToken}, "41")
	d.Reference = !d.Reference
	want := []string{"clip-2.6 1080P: 0.92 (was 0.90)", "clip-3.0-turbo 720P: none (was 0.35)", "Output: 41.00 (was 40.00)", "marked as reference prices"}
	if d.base.Reference {
		want[3] = "marked as your own prices"
	}
	if got := d.Changes(); !slices.Equal(got, want) {
		t.Errorf("changes %q", got)
	}
	loud := clip("clip-3.0", "720P")
	loud.Video.Audio = true
	d = d.With(loud, "dear").With(Of{Token: TextToken}, "")
	table, problems := d.Table()
	if len(problems) != 2 || problems[loud] != wording.ErrNoNumber.Error() || problems[Of{Token: TextToken}] == "" || table.Tokens != nil {
		t.Errorf("problems %+v", problems)
	}
	if back := d.Reset(); back.Dirty() || !d.Dirty() {
		t.Error("reset")
	}
}

func TestAnotherCurrencyIsAChange(t *testing.T) {
	d := NewDraft(sandbox.Prices(), "JPY", nil)
	if got := d.Changes(); len(got) != 1 || got[0] != "currency: JPY (was CNY)" {
		t.Errorf("changes %q", got)
	}
	if table, _ := d.Table(); table.Currency != "JPY" {
		t.Errorf("currency %s", table.Currency)
	}
}

func TestPicturesCostWhatTheirTokensDo(t *testing.T) {
	want := map[string]string{"1024, low": "0.03", "1024, medium": "0.06", "4K, max": "1.90", "Edit, 1024, low": "0.07"}
	for _, r := range pictures(NewDraft(sandbox.Prices(), "CNY", nil)) {
		if got := byTokens(r.Image, sandbox.Prices()); got != want[r.Name()] {
			t.Errorf("%s: %q", r.Name(), got)
		}
		if got := byTokens(r.Image, client.PriceTable{}); got != "" {
			t.Errorf("%s: %q without prices", r.Name(), got)
		}
	}
}

func TestPicturePricesAreKept(t *testing.T) {
	table := client.ReferenceTable("CNY")
	table.Images = append(table.Images, client.ImageRate{Model: "house", Size: "2K", Quality: "high", PerPicture: 250_000})
	d := NewDraft(table, "CNY", nil)
	all := pictures(d)
	if d.Dirty() || len(all) != 5 || all[4].Name() != "2K, high, house" || all[4].Text != "0.25" {
		t.Fatalf("%+v, changes %q", all, d.Changes())
	}
	d = d.With(all[1].Of, "0.065").With(all[4].Of, "")
	if got := d.Changes(); !slices.Equal(got, []string{"1024, medium: 0.065 (was 0.06)", "2K, high, house: none (was 0.25)"}) {
		t.Errorf("changes %q", got)
	}
	kept, problems := d.Table()
	if len(problems) > 0 || len(kept.Images) != 4 || kept.Images[1].PerPicture != 65_000 {
		t.Errorf("%+v, %v", kept.Images, problems)
	}
	d = d.With(all[0].Of, "cheap")
	if _, problems := d.Table(); len(problems) != 1 || problems[all[0].Of] == "" {
		t.Errorf("problems %v", problems)
	}
	if d = d.Reset(); d.Dirty() {
		t.Errorf("reset, but %q", d.Changes())
	}
}

func TestSeenIsOwnHistory(t *testing.T) {
	rate := client.ImageRate{Size: "1024", Quality: "medium"}
	samples := []db.PictureSample{
		{Kind: db.TextToImage, Quality: "medium", ChargedMicros: 50_000}, {Kind: db.TextToImage, Size: "1536x1024", ChargedMicros: 70_000},
		{Kind: db.TextToImage, Quality: "low", ChargedMicros: 1}, {Kind: db.EditImage, Quality: "medium", ChargedMicros: 2}, {Kind: db.TextToImage, Size: "3840x2160", ChargedMicros: 3},
	}
	for n, want := range []string{"", "seen 0.05 (1 call)", "seen 0.05 to 0.07 (2 calls)"} {
		if words := seen(rate, samples[:n], "CNY"); words != want {
			t.Errorf("%d calls: %q", n, words)
		}
	}
	if words := seen(rate, samples, "CNY"); words != "seen 0.05 to 0.07 (2 calls)" {
		t.Errorf("among others: %q", words)
	}
}

// clip is what the price of a second without sound is of.
func clip(model, resolution string) Of {
	return Of{Video: client.VideoRate{Model: model, Resolution: resolution}}
}

func pictures(d Draft) (all []Field) {
	for _, f := range d.Fields {
		if f.section() == ofPictures {
			all = append(all, f)
		}
	}
	return all
}

// A further model has a price per second or per clip, and one of any picture.
func TestPricesOfFurtherModels(t *testing.T) {
	further := []client.Alias{
		{ID: "kling", Like: "clip-3.0", Limits: client.Limits{Sizes: "1280x720, 720x1280"}}, {ID: "paint", Like: "genimage-2.5-flare"},
	}
	perClip := Of{Video: client.VideoRate{Model: "kling", Resolution: "720P", PerClip: true}}
	anyPicture := Of{Image: client.ImageRate{Model: "paint"}}
	d := NewDraft(client.PriceTable{Currency: "USD"}, "USD", further)
	if d.at(clip("kling", "1080P")) >= 0 || d.at(clip("kling", "720P")) < 0 || d.at(perClip) < 0 || d.at(anyPicture) < 0 {
		t.Fatalf("fields %+v", d.Fields)
	}
	d = d.With(perClip, "0.35").With(anyPicture, "0.04")
	table, problems := d.Table()
	r := client.VideoRequest{Model: "kling", Like: "clip-3.0", Seconds: 10}
	p := client.ImageRequest{Model: "paint", Like: "genimage-2.5-flare", Size: "2048x2048", Quality: "max"}
	if len(problems) > 0 || r.Estimate(table).Amount != 350_000 || p.Estimate(table).Amount != 40_000 {
		t.Errorf("%v: %+v %+v", problems, r.Estimate(table), p.Estimate(table))
	}
	if again := NewDraft(table, "USD", further); again.Dirty() || again.Fields[again.at(perClip)].Text != "0.35" {
		t.Errorf("shown again: %v", again.Changes())
	}
	if _, problems := d.With(clip("kling", "720P"), "0.07").Table(); problems[perClip] == "" {
		t.Error("both prices are taken")
	}
	var file strings.Builder
	if err := table.WriteCSV(&file); err != nil {
		t.Fatal(err)
	}
	back, err := client.ReadPriceCSV(strings.NewReader(file.String()))
	if err != nil || !slices.Equal(back.Video, table.Video) || !slices.Equal(back.Images, table.Images) {
		t.Errorf("%v: %+v", err, back)
	}
}

// A further model of pictures has token prices of its own, all three or none.
func TestTokenPricesOfFurtherModels(t *testing.T) {
	further := []client.Alias{{ID: "kling", Like: "clip-3.0"}, {ID: "paint", Like: "genimage-2.5-flare"}}
	base := client.PriceTable{Currency: "USD", Tokens: &client.TokenPrices{InputTextPerMillion: 5_000_000, InputImagePerMillion: 8_000_000, OutputPerMillion: 40_000_000}}
	of := func(kind Token) Of { return Of{Token: kind, Model: "paint"} }
	d := NewDraft(base, "USD", further)
	if d.at(of(OutputToken)) < 0 || d.at(Of{Token: OutputToken, Model: "kling"}) >= 0 {
		t.Fatalf("fields %+v", d.Fields)
	}
	if f := d.Fields[d.at(of(OutputToken))]; f.Name() != "Output, paint" || d.Inherited(f) != "40.00" {
		t.Errorf("%q inherits %q", f.Name(), d.Inherited(f))
	}
	d = d.With(of(OutputToken), "30")
	if table, problems := d.Table(); len(problems) != 2 || problems[of(TextToken)] == "" || table.ModelTokens != nil || table.Tokens == nil {
		t.Errorf("one of three: %v, %+v", problems, table)
	}
	d = d.With(of(TextToken), "4").With(of(ImageToken), "0")
	table, problems := d.Table()
	want := []client.ModelTokens{{Model: "paint", TokenPrices: client.TokenPrices{InputTextPerMillion: 4_000_000, OutputPerMillion: 30_000_000}}}
	if len(problems) > 0 || !slices.Equal(table.ModelTokens, want) || *table.Tokens != *base.Tokens {
		t.Fatalf("%v: %+v", problems, table)
	}
	if again := NewDraft(table, "USD", nil); again.Dirty() || again.Fields[again.at(of(OutputToken))].Text != "30.00" {
		t.Errorf("shown again without the model: %v", again.Changes())
	}
	again := NewDraft(table, "USD", further).With(of(OutputToken), "31")
	if got := again.Changes(); !slices.Equal(got, []string{"Output, paint: 31.00 (was 30.00)"}) {
		t.Errorf("changes %q", got)
	}
	pasted := readPasted("paint;tokens;output;32\npaint;tokens;input text;3\npaint;tokens;input pictures;1", again)
	if table, problems := again.withPasted(pasted.prices).Table(); len(pasted.wrong)+len(problems) > 0 ||
		table.ModelTokens[0].OutputPerMillion != 32_000_000 || table.Tokens.OutputPerMillion != 40_000_000 {
		t.Errorf("pasted: %v, %v, %+v", pasted.wrong, problems, table)
	}
	if wrong := readPasted("kling;tokens;output;32", again).wrong; len(wrong) != 1 {
		t.Errorf("tokens of a clip: %q", wrong)
	}
}
