package prices

import (
	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Changes words what saving would change, field by field: "clip-2.6 1080P, 0.90 becomes 0.92". Fields that cannot be read are
// left out: they have a problem. Nothing changed gives none.
func (d Draft) Changes() []string {
	var said []string
	if d.base.Currency != "" && d.base.Currency != d.Currency {
		said = append(said, lang.L("currency, %[1]s becomes %[2]s", d.base.Currency, d.Currency))
	}
	for _, r := range d.Rows {
		for c, t := range columns() {
			if !r.Offered[c] {
				continue
			}
			was, had := d.base.Rate(r.Model, t.resolution, t.audio)
			said = append(said, d.change(r.Model+" "+t.name(), was, had, r.Text[c])...)
		}
	}
	had := d.base.Tokens != nil
	var kept client.TokenPrices
	if had {
		kept = *d.base.Tokens
	}
	for i, was := range [tokens]client.Micros{kept.InputTextPerMillion, kept.InputImagePerMillion, kept.OutputPerMillion} {
		said = append(said, d.change(tokenNames()[i], was, had, d.Tokens[i])...)
	}
	said = append(said, d.pictureChanges()...)
	if d.Reference != d.base.Reference {
		if d.Reference {
			said = append(said, lang.L("marked as reference figures"))
		} else {
			said = append(said, lang.L("marked as the account's own prices"))
		}
	}
	return said
}

func (d Draft) change(what string, was client.Micros, had bool, text string) []string {
	is, given, err := wording.ParseAmount(text, d.Currency)
	if err != nil || had == given && was == is {
		return nil
	}
	from, to := wording.FormatAmount(was, d.Currency), wording.FormatAmount(is, d.Currency)
	switch {
	case !had:
		return []string{lang.L("%[1]s, not known becomes %[2]s", what, to)}
	case !given:
		return []string{lang.L("%[1]s, %[2]s becomes not known", what, from)}
	}
	return []string{lang.L("%[1]s, %[2]s becomes %[3]s", what, from, to)}
}

// Dirty reports whether the fields differ from what is kept, also by something that cannot be read.
func (d Draft) Dirty() bool {
	if len(d.Changes()) > 0 {
		return true
	}
	_, problems := d.Table()
	return len(problems) > 0
}

func tokenNames() [tokens]string {
	return [tokens]string{lang.L("Input text"), lang.L("Input pictures"), lang.L("Output")}
}
