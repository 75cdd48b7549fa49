package price

import (
	"cmp"
	"slices"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Of is what one price is of: a second of a clip, one picture, or a million tokens. The amounts in it are 0.
type Of struct {
	Video client.VideoRate
	Image client.ImageRate
	Token Token
	Model string // of Token: the only model that has the price; "" for every model without one of its own
}

// Token is a kind of the tokens of pictures; 0: the price is of none.
type Token int

// The kinds of tokens.
const (
	TextToken Token = iota + 1
	ImageToken
	OutputToken
)

// section is the part of the pane that shows a price.
type section int

const (
	ofClips section = iota
	ofPictures
	ofTokens
)

func (o Of) section() section {
	switch {
	case o.Token != 0:
		return ofTokens
	case o.Image != (client.ImageRate{}):
		return ofPictures
	}
	return ofClips
}

// tiers are the columns of the prices of clips: a resolution, with or without sound.
func tiers() []client.VideoRate {
	return []client.VideoRate{{Resolution: client.Resolution720P}, {Resolution: client.Resolution1080P},
		{Resolution: client.Resolution720P, Audio: true}, {Resolution: client.Resolution1080P, Audio: true}}
}

// tier is the column of the price of a clip.
func (o Of) tier() client.VideoRate {
	return client.VideoRate{Resolution: o.Video.Resolution, Audio: o.Video.Audio}
}

func (o Of) tierName() string {
	name := o.Video.Resolution
	if o.Video.Audio {
		name = lang.L("%s with audio", o.Video.Resolution)
	}
	if o.Video.PerClip {
		name = lang.L("%s per clip", name)
	}
	return name
}

// Name returns the label of a price: "clip-2.6 1080P with audio", "Edit, 1024, low", "4K, max, genimage-2.5-flare",
// "Output", "Output, house-image".
func (o Of) Name() string {
	switch {
	case o.Token != 0 && o.Model != "":
		return lang.X("list", "%s, %s", tokenName(o.Token), o.Model)
	case o.Token != 0:
		return tokenName(o.Token)
	case o.section() == ofClips:
		return o.Video.Model + " " + o.tierName()
	}
	name := lang.X("list", "%s, %s", o.Image.Size, o.Image.Quality)
	if o.Image.Size == "" {
		name = lang.L("any picture")
	}
	if o.Image.Edit {
		name = lang.L("Edit, %s", name)
	}
	if o.Image.Model != "" {
		name = lang.X("list", "%s, %s", name, o.Image.Model)
	}
	return name
}

func tokenName(kind Token) string {
	switch kind {
	case TextToken:
		return lang.L("Input text")
	case ImageToken:
		return lang.L("Input pictures")
	}
	return lang.L("Output")
}

// known is a price of a table.
type known struct {
	Of
	amount client.Micros
}

// pricesOf lists the prices of a table. Where it has two of the same, the first one counts, as it does for an estimate.
func pricesOf(t client.PriceTable) (all []known) {
	for _, r := range t.Video {
		amount := r.PerSecond
		r.PerSecond = 0
		all = append(all, known{Of{Video: r}, amount})
	}
	for _, r := range t.Images {
		amount := r.PerPicture
		r.PerPicture = 0
		all = append(all, known{Of{Image: r}, amount})
	}
	tokens := t.ModelTokens
	if t.Tokens != nil {
		tokens = slices.Insert(slices.Clone(tokens), 0, client.ModelTokens{TokenPrices: *t.Tokens})
	}
	for _, m := range tokens {
		for kind := TextToken; kind <= OutputToken; kind++ {
			all = append(all, known{Of{Token: kind, Model: m.Model}, *ofToken(&m.TokenPrices, kind)})
		}
	}
	return all
}

// ofToken is the price of a kind of tokens.
func ofToken(t *client.TokenPrices, kind Token) *client.Micros {
	return []*client.Micros{&t.InputTextPerMillion, &t.InputImagePerMillion, &t.OutputPerMillion}[kind-TextToken]
}

// Field is a price to enter.
type Field struct {
	Of
	Text string // as typed; "" where no price is known
	like string // the model whose price holds where there is none; "" for a model of the catalogue
}

// Draft is what the fields hold, over the table that is kept. It is a value: what changes it returns another.
type Draft struct {
	Currency  string // of the profile, ISO 4217
	Fields    []Field
	Reference bool // reference figures, not the account's own prices

	models []client.Alias     // of the profile
	base   client.PriceTable  // as it is kept
	rest   []client.VideoRate // of base that no field shows: kept as they are
}

// NewDraft shows a table: the video models of the catalogue, those of the profile, and each other that the table has a price of; the sizes
// and qualities of pictures of which reference figures are known, and those of which it has a price; and the tokens.
func NewDraft(table client.PriceTable, currency string, models []client.Alias) Draft {
	d := Draft{Currency: currency, models: models, base: table, Reference: table.Reference}
	addClips := func(model, like string, own client.Limits, perClip bool) {
		if slices.ContainsFunc(d.Fields, func(f Field) bool { return f.Video.Model == model && f.Video.PerClip == perClip }) {
			return
		}
		m, known := client.VideoModelByID(cmp.Or(like, model))
		m = m.Limited(own)
		for _, tier := range tiers() {
			if !known || slices.Contains(m.Resolutions, tier.Resolution) && (!tier.Audio || m.AllowsAudio(tier.Resolution)) {
				tier.Model, tier.PerClip = model, perClip
				d.Fields = append(d.Fields, Field{Of: Of{Video: tier}, like: like})
			}
		}
	}
	for _, m := range client.VideoModels() {
		addClips(m.ID, "", client.Limits{}, false)
	}
	for _, a := range models {
		if _, ok := client.VideoModelByID(a.Like); ok {
			addClips(a.ID, a.Like, a.Limits, false)
			if _, known := client.VideoModelByID(a.ID); !known {
				addClips(a.ID, a.Like, a.Limits, true)
			}
		}
	}
	for _, r := range table.Video {
		addClips(r.Model, "", client.Limits{}, r.PerClip)
	}
	calls := client.PriceTable{} // what any picture of a further model costs, and its tokens
	for _, a := range models {
		_, picture := client.ImageModelByID(a.Like)
		if _, known := client.ImageModelByID(a.ID); picture && !known {
			calls.Images = append(calls.Images, client.ImageRate{Model: a.ID}, client.ImageRate{Model: a.ID, Edit: true})
			calls.ModelTokens = append(calls.ModelTokens, client.ModelTokens{Model: a.ID})
		}
	}
	for _, k := range slices.Concat(pricesOf(client.ReferenceTable(currency)), pricesOf(calls), pricesOf(table)) {
		if k.section() != ofClips && d.at(k.Of) < 0 {
			d.Fields = append(d.Fields, Field{Of: k.Of})
		}
	}
	for _, k := range pricesOf(table) {
		i := d.at(k.Of)
		if i < 0 {
			k.Video.PerSecond = k.amount
			d.rest = append(d.rest, k.Video)
		} else if d.Fields[i].Text == "" {
			d.Fields[i].Text = wording.FormatAmount(k.amount, currency)
		}
	}
	return d
}

// at returns the place of the field of a price; -1 where there is none.
func (d Draft) at(of Of) int {
	return slices.IndexFunc(d.Fields, func(f Field) bool { return f.Of == of })
}

// With returns the draft with a text in a field.
func (d Draft) With(of Of, text string) Draft {
	d.Fields = slices.Clone(d.Fields)
	if i := d.at(of); i >= 0 {
		d.Fields[i].Text = text
	}
	return d
}

// Adopt puts the prices of another table into the fields; what is kept stays what it is, and no field goes.
func (d Draft) Adopt(table client.PriceTable) Draft {
	next := NewDraft(table, d.Currency, d.models)
	next.base = d.base
	for _, f := range d.Fields {
		if next.at(f.Of) < 0 {
			f.Text = ""
			next.Fields = append(next.Fields, f)
		}
	}
	return next
}

// Reset shows what is kept.
func (d Draft) Reset() Draft { return d.Adopt(d.base) }

// Carry takes over what was typed into another draft of the same profile, whose fields may be others.
func (d Draft) Carry(typed Draft) Draft {
	d.Fields, d.Reference = slices.Clone(d.Fields), typed.Reference
	for _, f := range typed.Fields {
		if i := d.at(f.Of); i >= 0 {
			d.Fields[i].Text = f.Text
		} else if f.Text != "" {
			d.Fields = append(d.Fields, f)
		}
	}
	return d
}

// withReference puts the reference figures of pictures into the fields that are empty; those of tokens only together.
func (d Draft) withReference() Draft {
	table := client.ReferenceTable(d.Currency)
	if slices.ContainsFunc(d.Fields, func(f Field) bool { return f.Token != 0 && f.Model == "" && f.Text != "" }) {
		table.Tokens = nil
	}
	d.Reference = true
	for _, k := range pricesOf(table) {
		if i := d.at(k.Of); i >= 0 && d.Fields[i].Text == "" {
			d = d.With(k.Of, wording.FormatAmount(k.amount, d.Currency))
		}
	}
	return d
}

// Table makes the table of the fields, and says what is wrong with them. With a problem it holds what can be read, and must not be kept.
func (d Draft) Table() (_ client.PriceTable, problems map[Of]string) {
	table := client.PriceTable{Currency: d.Currency, Reference: d.Reference}
	problems = map[Of]string{}
	tokens := newTokenGroups(d.Fields)
	for _, f := range d.Fields {
		amount, typed, err := wording.ParseAmount(f.Text, d.Currency)
		if err != nil {
			problems[f.Of] = err.Error()
		}
		switch f.section() {
		case ofTokens:
			tokens.of(f.Model).add(f.Of, amount, typed || err != nil)
		case ofPictures:
			if f.Image.PerPicture = amount; typed && err == nil {
				table.Images = append(table.Images, f.Image)
			}
		case ofClips:
			if f.Video.PerSecond = amount; typed && err == nil {
				table.Video = append(table.Video, f.Video)
			}
		}
	}
	for _, r := range table.Video {
		if of := (Of{Video: client.VideoRate{Model: r.Model, Resolution: r.Resolution, Audio: r.Audio, PerClip: true}}); r.PerClip {
			if other, ok := table.Rate(r.Model, r.Resolution, r.Audio); ok && !other.PerClip {
				problems[of] = lang.L("enter a price per second or one per clip")
			}
		}
	}
	table.Video = append(table.Video, d.rest...)
	for _, g := range tokens {
		if !g.given {
			continue
		}
		for _, of := range g.missing {
			problems[of] = lang.L("pictures need all three prices: enter 0 if one is free")
		}
		bad := func(f Field) bool { return f.Token != 0 && f.Model == g.Model && problems[f.Of] != "" }
		switch {
		case slices.ContainsFunc(d.Fields, bad):
		case g.Model == "":
			table.Tokens = &g.TokenPrices
		default:
			table.ModelTokens = append(table.ModelTokens, g.ModelTokens)
		}
	}
	return table, problems
}

// tokenGroup collects the token prices of one model.
type tokenGroup struct {
	client.ModelTokens      // Model is "" for those of every model
	missing            []Of // fields that are empty
	given              bool // some field is not
}

func (g *tokenGroup) add(of Of, amount client.Micros, given bool) {
	*ofToken(&g.TokenPrices, of.Token) = amount
	if given {
		g.given = true
	} else {
		g.missing = append(g.missing, of)
	}
}

type tokenGroups []*tokenGroup

// newTokenGroups returns an empty group for each model that has fields, in their order.
func newTokenGroups(fields []Field) (all tokenGroups) {
	for _, f := range fields {
		if f.Token != 0 && all.of(f.Model) == nil {
			all = append(all, &tokenGroup{ModelTokens: client.ModelTokens{Model: f.Model}})
		}
	}
	return all
}

// of returns the group of a model; nil for none.
func (all tokenGroups) of(model string) *tokenGroup {
	i := slices.IndexFunc(all, func(g *tokenGroup) bool { return g.Model == model })
	if i < 0 {
		return nil
	}
	return all[i]
}

// Inherited returns the price that an empty field f of a further model takes: for video that of the model it is like,
// for tokens that of every model; "" if there is none or it cannot be read.
func (d Draft) Inherited(f Field) string {
	of := f.Of
	of.Video.Model, of.Video.PerClip, of.Model = f.like, false, ""
	i := d.at(of)
	if f.like == "" && f.Model == "" || i < 0 {
		return ""
	}
	amount, given, err := wording.ParseAmount(d.Fields[i].Text, d.Currency)
	if !given || err != nil {
		return ""
	}
	return wording.FormatAmount(amount, d.Currency)
}

// Changes words what saving would change, field by field: "clip-2.6 1080P: 0.92 (was 0.90)". Fields that cannot be read are left out:
// they have a problem.
func (d Draft) Changes() []string {
	var said []string
	if d.base.Currency != "" && d.base.Currency != d.Currency {
		said = append(said, lang.L("currency: %[2]s (was %[1]s)", d.base.Currency, d.Currency))
	}
	kept := pricesOf(d.base)
	for _, f := range d.Fields {
		is, given, err := wording.ParseAmount(f.Text, d.Currency)
		i := slices.IndexFunc(kept, func(k known) bool { return k.Of == f.Of })
		had, was := i >= 0, client.Micros(0)
		if had {
			was = kept[i].amount
		}
		from, to := wording.FormatAmount(was, d.Currency), wording.FormatAmount(is, d.Currency)
		switch {
		case err != nil || had == given && was == is:
		case !had:
			said = append(said, lang.L("%[1]s: %[2]s (was none)", f.Name(), to))
		case !given:
			said = append(said, lang.L("%[1]s: none (was %[2]s)", f.Name(), from))
		default:
			said = append(said, lang.L("%[1]s: %[3]s (was %[2]s)", f.Name(), from, to))
		}
	}
	if d.Reference != d.base.Reference {
		if d.Reference {
			said = append(said, lang.L("marked as reference prices"))
		} else {
			said = append(said, lang.L("marked as your own prices"))
		}
	}
	return said
}

// Dirty reports whether the fields differ from what is kept, also by something that cannot be read.
func (d Draft) Dirty() bool {
	_, problems := d.Table()
	return len(problems) > 0 || len(d.Changes()) > 0
}

// byTokens is what a picture costs by the prices of tokens, "" where these are not known: it holds where it has no price of its own.
func byTokens(rate client.ImageRate, t client.PriceTable) string {
	if t.Images = nil; rate.Size == "" {
		return "" // it depends on the size
	}
	const prompt = "a prompt of some forty characters, or more"
	sizes := map[string]string{client.Size4K: "3840x2160", client.Size2K: "2048x2048", client.Size1024: "1024x1024"}
	asked := client.ImageRequest{Model: rate.Model, Prompt: prompt, Quality: rate.Quality, Size: sizes[rate.Size]}
	e := asked.Estimate(t)
	if rate.Edit {
		e = client.EditRequest{ImageRequest: asked, Image: []byte{0}}.Estimate(t)
	}
	if !e.Known {
		return ""
	}
	return wording.PlainMoney(int64(e.Amount), t.Currency)
}

// seen says what such pictures cost lately: "seen 0.05 to 0.07"; "" where there were none.
func seen(rate client.ImageRate, samples []db.PictureSample, currency string) string {
	var amounts []client.Micros
	for _, s := range samples {
		w, h := client.ImageRequest{Size: s.Size}.Dimensions()
		quality := s.Quality
		if quality == "" {
			quality = "medium"
		}
		of := client.ImageRate{Edit: s.Kind == db.EditImage, Size: client.SizeClass(w, h), Quality: quality}
		if rate.Model != "" {
			of.Model = s.Model
		}
		if of == rate {
			amounts = append(amounts, client.Micros(s.ChargedMicros))
		}
	}
	own := client.RangeOf(amounts)
	if own.Calls == 0 {
		return ""
	}
	least, most := wording.PlainMoney(int64(own.Least), currency), wording.PlainMoney(int64(own.Most), currency)
	words := lang.L("seen %[1]s to %[2]s", least, most)
	if least == most {
		words = lang.L("seen %s", least)
	}
	if own.Calls < client.SamplesLeast {
		words = lang.N("%[1]s (%[2]d call)", "%[1]s (%[2]d calls)", own.Calls, words, own.Calls)
	}
	return words
}
