package prices

import (
	"viviscope/client"
	"viviscope/gui/wording"
)

// Changes words what saving would change, field by field: "clip-2.6 1080P, 0.90 becomes 0.92". Fields that cannot be read are
// left out: they have a problem. Nothing changed gives none.
func (d Draft) Changes() []string {
	var said []string
	if d.base.Currency != "" && d.base.Currency != d.Currency {
		said = append(said, "currency, "+d.base.Currency+" becomes "+d.Currency)
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
			said = append(said, "marked as reference figures")
		} else {
			said = append(said, "marked as the account's own prices")
		}
	}
	return said
}

func (d Draft) change(what string, was client.Micros, had bool, text string) []string {
	is, given, err := wording.ParseAmount(text, d.Currency)
	if err != nil || had == given && was == is {
		return nil
	}
	return []string{what + ", " + d.words(was, had) + " becomes " + d.words(is, given)}
}

func (d Draft) words(m client.Micros, known bool) string {
	if !known {
		return "not known"
	}
	return wording.FormatAmount(m, d.Currency)
}

// Dirty reports whether the fields differ from what is kept, also by something that cannot be read.
func (d Draft) Dirty() bool {
	if len(d.Changes()) > 0 {
		return true
	}
	_, problems := d.Table()
	return len(problems) > 0
}

func tokenNames() [tokens]string { return [tokens]string{"Input text", "Input pictures", "Output"} }
