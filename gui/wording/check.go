package wording

import (
	"fmt"
	"math"

	"viviscope/db"
	"viviscope/db/findings"
	"viviscope/gui/lang"
)

// CheckKind returns the name of a kind of findings: "black", "no sound".
func CheckKind(k findings.Kind) string {
	switch k {
	case findings.Black:
		return lang.X("finding in a clip", "black")
	case findings.Frozen:
		return lang.X("finding in a clip", "frozen")
	case findings.Silent:
		return lang.L("no sound")
	case findings.Length:
		return lang.X("finding in a clip", "other length")
	case findings.Cut:
		return lang.X("finding in a clip", "cut")
	case findings.Flicker:
		return lang.X("finding in a clip", "flicker")
	case findings.Clipped:
		return lang.X("finding in a clip", "clipped sound")
	}
	return string(k)
}

// CheckTag returns the most serious finding of a clip as a short text: "black 0:03", "no sound", "4 s of 5 s". It is ""
// if there is none or if the clip was not checked.
func CheckTag(a db.Asset) string {
	if a.Checks == nil {
		return ""
	}
	f, ok := a.Checks.Worst()
	switch {
	case !ok:
		return ""
	case f.Kind == findings.Length:
		return deliveredLength(a, f)
	case f.Kind == findings.Silent && isWhole(a, f):
		return CheckKind(f.Kind)
	}
	seconds := int(f.From)
	return fmt.Sprintf("%s %d:%02d", CheckKind(f.Kind), seconds/60, seconds%60)
}

// Checks returns the findings of a clip with their times, in the order of the clip: "black 0:03.2–0:04.0".
func Checks(a db.Asset) (list []string) {
	if a.Checks == nil {
		return nil
	}
	for _, f := range a.Checks.Findings {
		words := CheckKind(f.Kind)
		switch {
		case f.Kind == findings.Length:
			words = deliveredLength(a, f)
		case f.Kind == findings.Silent && isWhole(a, f):
		case f.To-f.From < 0.05:
			words += " " + tenths(f.From)
		default:
			words += " " + tenths(f.From) + "–" + tenths(f.To)
		}
		list = append(list, words)
	}
	return list
}

// isWhole reports whether a finding is about the whole clip.
func isWhole(a db.Asset, f findings.Finding) bool { return f.From < 0.1 && f.To > a.Seconds-0.1 }

// deliveredLength returns the delivered and the requested length: "4 s of 5 s".
func deliveredLength(a db.Asset, f findings.Finding) string {
	delivered, requested := f.From, f.To
	if math.Abs(a.Seconds-f.To) < math.Abs(a.Seconds-f.From) {
		delivered, requested = f.To, f.From
	}
	seconds := func(s float64) string {
		decimals := 0
		if math.Abs(s-math.Round(s)) >= 0.05 {
			decimals = 1
		}
		return lang.Decimal(s, decimals)
	}
	return lang.X("delivered and requested length", "%[1]s s of %[2]s s", seconds(delivered), seconds(requested))
}

// tenths formats a time in a clip: "0:03.2".
func tenths(seconds float64) string {
	n := int(math.Round(seconds * 10))
	return fmt.Sprintf("%d:%02d.%d", n/600, n/10%60, n%10)
}
