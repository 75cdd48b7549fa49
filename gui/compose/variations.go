package compose

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// variationSheet lists the jobs that a prompt with braces makes.
type variationSheet struct {
	Deps
	*draft
}

// wordsOf are the texts that the jobs of an order have, one for each variation, with how many jobs have them.
type wordsOf struct {
	prompt, negative string
	order            order.Order // the jobs alone, for their price
}

// variationsOf groups the jobs of an order by their texts, in the order of the jobs. An order with several is confirmed
// before it is sent.
func variationsOf(o order.Order) []wordsOf {
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

// The measures of the list, px.
const (
	scrollRoom = 8
	sheetPads  = 32 // of a sheet, left and right together
)

// list lists the texts of an order with their prices, below what all of it costs and how long it takes.
func (s *variationSheet) list(o order.Order) fyne.CanvasObject {
	quote := s.tariff.Quote(o)
	total := jobCount(quote.Jobs) + " · " + s.tariff.Price(quote)
	sum := kit.NewText(total, resources.SizeBody, resources.Text1, true).Wrap(true)
	account := s.account
	s.Go(func(ctx context.Context) {
		if took := takes(ctx, s.Library, s.Log(), account, o); took > 0 {
			s.Post(func() { sum.SetText(total + " · " + takesWords(took)) })
		}
	})
	rows := kit.NewInset(0, scrollRoom, 0, 0, s.rows(variationsOf(o)))
	height := min(kit.HeightFor(rows, spend.ListWidth-sheetPads), s.Canvas().Size().Height/2)
	words := lang.L("Each one is a separate job.") + " " + s.tariff.Line(o, quote)
	return kit.NewColumn(12, sum, kit.NewText(words, resources.SizeSM, resources.Text2, false).Wrap(true),
		kit.NewRule(), kit.NewFixed(0, height, kit.NewVScroll(rows)), kit.NewRule())
}

func (s *variationSheet) rows(all []wordsOf) *fyne.Container {
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
			spans := slices.Concat([]kit.Span{{Text: before}}, variationSpans(w.negative, negative),
				[]kit.Span{{Text: after}})
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

// pieces splits a text into words, spaces and punctuation.
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

// differing returns the pieces that some of several texts lack.
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

// variationSpans returns one of several texts with the differing pieces in bold. A long common beginning is cut.
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

// show lists the variations of the current prompt. It sends nothing.
func (s *variationSheet) show() {
	o, problems := s.form.Build(s.env())
	for _, p := range problems {
		if p.Field == order.FieldPrompt && p.Message != client.MsgPromptRequired && p.Message != client.MsgImagePrompt {
			return // too many to be listed; the field shows that
		}
	}
	c := sheetCanvas(s.host)
	if c == nil {
		return
	}
	var sheet *kit.Sheet
	title := kit.NewText(variationCount(len(variationsOf(o))), resources.SizeH2, resources.Text1, true)
	leave := kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { sheet.Hide() })
	sheet = kit.ShowWideSheet(c, spend.ListWidth, kit.NewColumn(12, title, s.list(o),
		kit.NewAnswers(leave, nil)), nil)
	c.Focus(leave)
}
