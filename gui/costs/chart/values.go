package chart

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// value is one line of what is told of a bar.
type value struct {
	name, amount string
	color        fyne.ThemeColorName // of its sign; "" for a sum
}

// valuesOf words a bar: its parts from the highest to the lowest, as they lie over each other, and their sum.
func valuesOf(f Figures, look Look, bucket int, money func(int64) string) []value {
	b := f.Buckets[bucket]
	if look == Running {
		all := []value{{chargedInThis(f.Unit), money(b.Total), ""}, {lang.L("charged so far"), money(b.Ran), resources.Accent}}
		if f.Budget == nil {
			return all
		}
		if left := *f.Budget - b.Ran; left < 0 {
			return append(all, value{lang.L("over the budget"), money(-left), resources.Warn})
		} else {
			return append(all, value{lang.L("left of the budget"), money(left), resources.Warn})
		}
	}
	var all []value
	for i := len(f.Series) - 1; i >= 0; i-- {
		if b.Micros[i] != 0 {
			all = append(all, value{f.Series[i].Name, money(b.Micros[i]), f.Series[i].Color})
		}
	}
	switch {
	case b.Future && len(all) == 0:
		return []value{{lang.L("not yet"), "", ""}}
	case len(all) == 0:
		return []value{{lang.L("charged"), money(0), ""}}
	case len(all) > 1:
		all = append(all, value{lang.L("charged"), money(b.Total), ""})
	}
	return all
}

func chargedInThis(u Unit) string {
	switch u {
	case Week:
		return lang.L("charged in this week")
	case Month:
		return lang.L("charged in this month")
	case Year:
		return lang.L("charged in this year")
	}
	return lang.L("charged on this day")
}
