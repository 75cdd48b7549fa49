package compose

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// wordsOf are the texts that the jobs of an order have, one for each variation, with how many jobs have them.
type wordsOf struct {
	prompt, negative string
	order            order.Order // the jobs alone, for their price
}

// variations puts the jobs of an order together by their texts, in their order. An order of more than one is to be looked
// at before it is sent.
func variations(o order.Order) []wordsOf {
	var all []wordsOf
	for _, r := range o.Requests {
		prompt, negative := r.PromptText(), ""
		if clip, ok := r.(client.VideoRequest); ok {
			negative = clip.NegativePrompt
		}
		if n := len(all); n == 0 || all[n-1].prompt != prompt || all[n-1].negative != negative {
			all = append(all, wordsOf{prompt: prompt, negative: negative})
		}
		of := &all[len(all)-1].order
		of.Requests = append(of.Requests, r)
	}
	return all
}

// PreviewVariations lists what the prompt in front stands for, and sends nothing.
func (s *Screen) PreviewVariations() {
	o, problems := s.form.Build(s.env())
	for _, p := range problems {
		if p.Field == order.FieldPrompt && p.Message != client.MsgPromptRequired && p.Message != client.MsgImagePrompt {
			return // too many to be listed; the field says so
		}
	}
	c := s.sheetCanvas()
	if c == nil {
		return
	}
	var sheet *kit.Sheet
	title := kit.NewText(variationCount(len(variations(o))), resources.SizeH2, resources.Text1, true)
	leave := kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { sheet.Hide() })
	sheet = kit.ShowWideSheet(c, price.ListWidth, kit.NewColumn(12, title, s.variationList(o),
		kit.NewRow(8, leave, kit.NewSpring())), nil)
	c.Focus(leave)
}

// variationList lists the texts of an order with their prices, below what all of it costs and how long it takes.
func (s *Screen) variationList(o order.Order) fyne.CanvasObject {
	quote := s.tariff.Quote(o)
	total := jobCount(quote.Jobs) + " · " + s.tariff.Price(quote)
	sum := kit.NewText(total, resources.SizeBody, resources.Text1, true).Wrap(true)
	account := s.account
	s.Go(func(ctx context.Context) {
		if took := s.takes(ctx, account, o); took > 0 {
			s.Post(func() { sum.SetText(total + " · " + takesWords(took)) })
		}
	})
	rows := kit.NewInset(0, scrollRoom, 0, 0, s.variationRows(variations(o)))
	height := min(kit.HeightFor(rows, price.ListWidth-sheetPads), s.Canvas().Size().Height/2)
	words := lang.L("Each one is a separate job.") + " " + s.tariff.Line(o, quote)
	return kit.NewColumn(12, sum, kit.NewText(words, resources.SizeSM, resources.Text2, false).Wrap(true),
		kit.NewRule(), kit.NewFixed(0, height, container.NewVScroll(rows)), kit.NewRule())
}

// takes is how long the jobs of an order take together, by what earlier ones took; 0 where that is not known of all. Off the window's
// goroutine.
func (s *Screen) takes(ctx context.Context, a Account, o order.Order) time.Duration {
	known := map[string]time.Duration{}
	var clips, pictures []time.Duration
	for _, r := range o.Requests {
		clip, isClip := r.(client.VideoRequest)
		key := fmt.Sprint(r.ModelName(), " ", clip.Duration(), " ", clip.Tier())
		if _, read := known[key]; !read {
			var err error
			if known[key], err = Took(ctx, s.Library, a.ID, r); err != nil {
				s.Log().Warn("cannot read how long jobs take", slog.Int64("profile", a.ID), slog.Any("err", err))
			}
		}
		switch took := known[key]; {
		case took == 0:
			return 0
		case isClip:
			clips = append(clips, took)
		default:
			pictures = append(pictures, took)
		}
	}
	return max(wording.Together(clips, a.MaxTasks), wording.Together(pictures, a.MaxImages))
}

// Took is the middle of what jobs like a request took: clips of its model, length and size, pictures of its model; 0: there is none. Off
// the window's goroutine.
func Took(ctx context.Context, of Times, profile int64, r client.Request) (time.Duration, error) {
	if clip, ok := r.(client.VideoRequest); ok {
		const newest = 20
		all, err := of.Durations(ctx, profile, clip.Model, clip.Duration(), clip.Tier(), newest)
		if slices.Sort(all); len(all) > 0 {
			return all[len(all)/2], err
		}
		return 0, err
	}
	all, err := of.ModelStats(ctx, ledger.Filter{ProfileID: profile})
	for _, m := range all {
		if m.Model == r.ModelName() {
			return m.Median, err
		}
	}
	return 0, err
}

// takesWords say how long jobs take together.
func takesWords(took time.Duration) string { return lang.L("takes about %s", wording.Elapsed(took)) }

// The measures of the list, px.
const (
	scrollRoom = 8
	sheetPads  = 32 // of a sheet, left and right together
)

func (s *Screen) variationRows(all []wordsOf) *fyne.Container {
	prompts, negatives := make([]string, len(all)), make([]string, len(all))
	for i, w := range all {
		prompts[i], negatives[i] = w.prompt, w.negative
	}
	prompt, negative := differing(prompts), differing(negatives)
	rows := kit.NewColumn(0)
	for i, w := range all {
		words := kit.NewRichText(resources.SizeBody, resources.Text2, variationSpans(w.prompt, prompt)...)
		texts := kit.NewColumn(2, words.Wrap(true).MaxLines(3))
		if all[0].negative != all[len(all)-1].negative {
			before, after := around(lang.L("Without %s", hole))
			spans := slices.Concat([]kit.Span{{Text: before}}, variationSpans(w.negative, negative), []kit.Span{{Text: after}})
			texts.Add(kit.NewRichText(resources.SizeSM, resources.Text3, spans...).Wrap(true).MaxLines(2))
		}
		price := s.tariff.Price(s.tariff.Quote(w.order))
		if n := w.order.Jobs(); n > 1 {
			price = fmt.Sprintf("%d × ", n) + s.tariff.Price(s.tariff.Quote(w.order.First()))
		}
		number := kit.NewText(fmt.Sprint(i+1), resources.SizeSM, resources.Text3, false).Trailing().MinWidth(24)
		row := kit.NewRow(12, number, texts, kit.NewText(price, resources.SizeSM, resources.Text1, false))
		rows.Add(kit.NewInset(7, 0, 7, 0, row))
	}
	return rows
}

// pieces splits a text into its words and what stands between them: blanks, and the punctuation around a word.
func pieces(text string) (all []string) {
	for i, word := range strings.Split(text, " ") {
		if i > 0 {
			all = append(all, " ")
		}
		end := len(strings.TrimRightFunc(word, unicode.IsPunct))
		begin := end - len(strings.TrimLeftFunc(word[:end], unicode.IsPunct))
		all = append(all, word[:begin], word[begin:end], word[end:])
	}
	return slices.DeleteFunc(all, func(piece string) bool { return piece == "" })
}

// differing returns the pieces that not all of several texts have.
func differing(texts []string) map[string]bool {
	in := map[string]int{}
	for _, t := range texts {
		all := pieces(t)
		slices.Sort(all)
		for _, piece := range slices.Compact(all) {
			in[piece]++
		}
	}
	differ := map[string]bool{}
	for piece, n := range in {
		differ[piece] = n < len(texts) && piece != " "
	}
	return differ
}

// keptBefore is how many of the pieces that all have are shown before the first one that differs: a dozen words.
const keptBefore = 24

// variationSpans words one of several texts: what differs stands out, and comes before the eye also where much stands before it.
func variationSpans(text string, differ map[string]bool) []kit.Span {
	all := pieces(text)
	first := slices.IndexFunc(all, func(piece string) bool { return differ[piece] })
	if first < 0 {
		return []kit.Span{{Text: text, Color: resources.Text1}}
	}
	var spans []kit.Span
	start := max(first-keptBefore, 0)
	if start > 0 {
		spans = append(spans, kit.Span{Text: "… "})
	}
	for i, piece := range all[start:] {
		span := kit.Span{Text: piece}
		if differ[piece] {
			span.Bold, span.Color = true, resources.Text1
		}
		if n := len(spans); i > 0 && spans[n-1].Bold == span.Bold {
			spans[n-1].Text += span.Text
		} else {
			spans = append(spans, span)
		}
	}
	return spans
}

// ShowWhich lists the models with what each says to the wish that stands in the form, and its price, to choose from. Window's goroutine.
func (s *Screen) ShowWhich() {
	if s.sheetCanvas() != nil {
		s.fields.ShowWhich()
	}
}

// ShowWhich lists the models with what each says to the wish that stands in the form, and its price, to choose from.
func (v *Fields) ShowWhich() {
	c, x := v.host.Canvas(), v.shown
	fits := order.Which(x.Form, x.Env, x.Tariff.Table)
	list := kit.NewChoiceList(choices(fits, x.Tariff), best(fits))
	words := wish(x.Form)
	if n := x.Order.Jobs(); n > 1 { // so the prices are those of all
		words += " · " + jobCount(n)
	}
	var sheet *kit.Sheet
	use := kit.NewButton("", nil, kit.Primary, nil)
	keeps := kit.NewText("", resources.SizeSM, resources.Text2, false)
	name := func(i int) {
		if i < 0 {
			return
		}
		word, rest := lang.L("Use %s", fits[i].Model.ID), lang.L("Other settings stay the same.")
		if fits[i].Current {
			word, rest = lang.L("Keep %s", fits[i].Model.ID), lang.L("current")
		}
		use.SetText(word)
		keeps.SetText(rest)
	}
	take := func(i int) {
		if i < 0 {
			return
		}
		sheet.Hide()
		v.useModel(fits[i].Model)
		c.Focus(v.picker)
	}
	use.OnTapped = func() { take(list.Selected()) }
	list.OnChanged, list.OnSubmit = name, take
	name(list.Selected())
	leave := kit.NewButton(lang.L("Close"), nil, kit.Quiet, func() { sheet.Hide() })
	if list.Selected() < 0 {
		use.Hide()
		keeps.SetText(lang.L("No model can do all of this. Make the change shown beside a model."))
	}
	sheet = kit.ShowWideSheet(c, whichWidth, kit.NewColumn(12,
		kit.NewRow(12, kit.NewText(lang.L("Which model can do this?"), resources.SizeH2, resources.Text1, true), kit.NewSpring(),
			kit.NewText(words, resources.SizeSM, resources.Text2, false)),
		kit.NewInset(0, -choiceInset, 0, -choiceInset, list),
		kit.NewRow(8, use, keeps, kit.NewSpring(), leave),
	), nil)
	if list.Selected() < 0 {
		c.Focus(leave)
		return
	}
	c.Focus(list)
}

// The measures of the sheet, px.
const (
	whichWidth  = 560
	choiceInset = 8 // room of a row beside its icon: without it the icons line up with the title
)

// best is the row to begin with: the cheapest that fits, of several the one that is in the form; else any that fits; -1
// where none does.
func best(fits []order.Fit) int {
	for _, good := range []func(order.Fit) bool{
		func(f order.Fit) bool { return f.Cheapest && f.Current },
		func(f order.Fit) bool { return f.Cheapest },
		func(f order.Fit) bool { return f.Fits && f.Current },
		func(f order.Fit) bool { return f.Fits },
	} {
		if i := slices.IndexFunc(fits, good); i >= 0 {
			return i
		}
	}
	return -1
}

// choices words the answers of the models. The cheapest is only told where another one costs more.
func choices(fits []order.Fit, t wording.Tariff) []kit.Choice {
	dearer := slices.ContainsFunc(fits, func(f order.Fit) bool { return f.Fits && !f.Cheapest })
	rows := make([]kit.Choice, len(fits))
	for i, f := range fits {
		row := kit.Choice{Title: f.Model.ID, Words: lang.L("fits"), Trailing: "—"}
		switch {
		case !f.Fits:
			row.Words, row.Off = wording.Rule(f.Why[0].Message), true
		case f.Cheapest && dearer:
			row.Words = lang.L("cheapest that fits")
		}
		if f.Fits && f.Quote.Known {
			row.Trailing = t.Price(f.Quote)
		}
		if f.Fits && f.Model.Like != "" {
			row.Words = lang.L("%s, works like %s", row.Words, f.Model.Like)
		}
		if f.Fits && f.Current {
			row.Words = lang.L("%s (current)", row.Words)
		}
		rows[i] = row
	}
	return rows
}

// wish words what is looked for, with the pictures that a clip or an edit is made of.
func wish(f order.Form) string {
	words := wording.Wish(f)
	n := len(slices.DeleteFunc(slotsOf(&f), func(slot *order.Slot) bool { return slot.Empty() }))
	switch {
	case n == 0:
		return words
	case f.Kind == db.FramesToVideo:
		return words + " · " + lang.N("%s frame", "%s frames", n, lang.Number(n))
	}
	return words + " · " + lang.N("%s picture", "%s pictures", n, lang.Number(n))
}
