package compose

import (
	"fmt"
	"strings"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// batchCell shows one row of a list: its line, its request, its price, and its problems.
type batchCell struct {
	widget.BaseWidget
	line, prompt, about, price, problem, note *kit.Text
	box                                       *fyne.Container
}

func newBatchCell() *batchCell {
	c := &batchCell{
		line:    kit.NewText("", resources.SizeSM, resources.Text3, false).MinWidth(52),
		prompt:  kit.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis(),
		about:   kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		price:   kit.NewText("", resources.SizeSM, resources.Text1, true),
		problem: kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true),
		note:    kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true),
	}
	words := kit.NewColumn(2, c.prompt, c.about, c.problem, c.note)
	c.box = kit.NewColumn(0, kit.NewInset(6, 18, 6, 8, kit.NewRow(12, c.line, words, c.price)), kit.NewRule())
	c.ExtendBaseWidget(c)
	return c
}

func (c *batchCell) AccessibilityLabel() string { return kit.Words(c.box) }

func (c *batchCell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (c *batchCell) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.box) }

func (c *batchCell) HeightFor(width float32) float32 { return kit.HeightFor(c.box, width) }

func (c *batchCell) show(r order.ListRow, price string) {
	c.line.SetText(lang.L("line %s", lang.Number(r.Line)))
	prompt := strings.Join(strings.Fields(r.Request.PromptText()), " ")
	if prompt == "" {
		prompt = lang.L("no prompt")
	}
	c.prompt.SetText(prompt)
	c.about.SetText(rowLine(r))
	kit.ShowText(c.price, price)
	var wrong []string
	for _, p := range r.Problems {
		wrong = append(wrong, wording.Rule(p.Message))
	}
	kit.ShowText(c.problem, strings.Join(wrong, " · "))
	kit.ShowText(c.note, wording.Rule(r.Note))
}

// rowLine returns the parameters of a row in one line: "Text to video · clip-2.6 · 10 s · 1080P · audio · 2 clips".
func rowLine(r order.ListRow) string {
	parts := []string{wording.Kind(r.Kind), r.Request.ModelName()}
	switch v := r.Request.(type) {
	case client.VideoRequest:
		if n := v.Duration(); n > 0 {
			parts = append(parts, fmt.Sprintf("%d s", n))
		}
		if v.Size != "" {
			parts = append(parts, wording.Size(v.Size))
		} else {
			parts = append(parts, v.Tier())
		}
		parts = append(parts, v.AspectRatio)
		if v.Audio {
			parts = append(parts, lang.L("audio"))
		}
	case client.ImageRequest:
		parts = append(parts, wording.Size(v.Size), wording.Quality(v.Quality))
	case client.EditRequest:
		parts = append(parts, wording.Size(v.Size), wording.Quality(v.Quality))
	}
	if r.Clips > 1 {
		parts = append(parts, jobCount(r.Clips))
	}
	return wording.Dotted(parts...)
}
