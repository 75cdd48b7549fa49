// Package findings defines what the check of a clip found: facts with times, and how the clip looks at its ends.
// Package client/takecheck measures them, and package db stores a [Result] with each checked clip. The package is pure.
package findings

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
)

// Kind is the kind of a finding.
type Kind string

// The kinds of findings.
const (
	Black   Kind = "black"   // black picture
	Frozen  Kind = "frozen"  // still picture
	Silent  Kind = "silent"  // no sound, although sound was requested
	Length  Kind = "length"  // another length than requested: From is the shorter one, To the longer
	Cut     Kind = "cut"     // change of the scene inside the clip; From equals To
	Flicker Kind = "flicker" // brightness that turns with nearly every frame
	Clipped Kind = "clipped" // sound at full scale
)

// Kinds returns all kinds, the most serious first. Each call returns a new slice.
func Kinds() []Kind { return []Kind{Black, Frozen, Silent, Length, Cut, Flicker, Clipped} }

// Finding is a fact about a part of a clip.
type Finding struct {
	Kind Kind    `json:"kind"`
	From float64 `json:"from"` // seconds from the beginning
	To   float64 `json:"to"`   // seconds; at least From
}

// Look is the mean of a few frames at one end of a clip.
type Look struct {
	Contrast  float64 `json:"contrast"`  // standard deviation of brightness, 0 to 128
	Sharpness float64 `json:"sharpness"` // mean difference of neighbouring pixels in a row, 0 to 255
}

// Result is the result of a check. A result without findings is a checked clip without faults.
type Result struct {
	Findings []Finding `json:"findings,omitempty"` // in the order of From
	Start    Look      `json:"start"`
	End      Look      `json:"end"`
}

// MaxFindings is the maximum number of findings in a result.
const MaxFindings = 64

// maxJSON is the maximum size of a stored result, in bytes.
const maxJSON = 16 << 10

// maxClip is the largest plausible time in a result, in seconds.
const maxClip = 24 * 3600

// Parse parses an untrusted result. It drops findings with an unknown kind or an implausible time. ok is false if data
// is not a result.
func Parse(data []byte) (r Result, ok bool) {
	if len(data) == 0 || len(data) > maxJSON || data[0] != '{' || json.Unmarshal(data, &r) != nil {
		return Result{}, false
	}
	r.Sanitize()
	return r, true
}

// Sanitize drops invalid values, sorts and rounds.
func (r *Result) Sanitize() {
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool {
		return !slices.Contains(Kinds(), f.Kind) || !(f.From >= 0 && f.From <= f.To && f.To <= maxClip)
	})
	for i := range r.Findings {
		r.Findings[i].From, r.Findings[i].To = hundredths(r.Findings[i].From), hundredths(r.Findings[i].To)
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Kind, b.Kind))
	})
	if r.Findings = slices.Compact(r.Findings); len(r.Findings) > MaxFindings {
		r.Findings = r.Findings[:MaxFindings]
	}
	if len(r.Findings) == 0 {
		r.Findings = nil
	}
	for _, v := range []*float64{&r.Start.Contrast, &r.Start.Sharpness, &r.End.Contrast, &r.End.Sharpness} {
		if *v = hundredths(*v); !(*v >= 0 && *v <= 255) {
			*v = 0
		}
	}
}

// hundredths rounds to two decimals.
func hundredths(v float64) float64 { return math.Round(v*100) / 100 }

// JSON returns the form in which a result is stored.
func (r Result) JSON() []byte {
	r.Findings = slices.Clone(r.Findings)
	r.Sanitize()
	data, _ := json.Marshal(r) // finite numbers cannot fail
	return data
}

// Worst returns the most serious finding, the longest of several of its kind. ok is false if there is none.
func (r Result) Worst() (worst Finding, ok bool) {
	kinds := Kinds()
	for _, f := range r.Findings {
		order := cmp.Or(cmp.Compare(slices.Index(kinds, f.Kind), slices.Index(kinds, worst.Kind)),
			cmp.Compare(worst.To-worst.From, f.To-f.From))
		if !ok || order < 0 {
			worst, ok = f, true
		}
	}
	return worst, ok
}

// Has reports whether the result has a finding of a kind.
func (r Result) Has(k Kind) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Kind == k })
}

// loss is the share of the previous look below which contrast or sharpness counts as lost.
const loss = 0.6

// Below these values the previous picture is flat or blurred, so that it has nothing to lose.
const (
	minContrast  = 20
	minSharpness = 2
)

// Loss reports how the beginning of a clip compares with the end of the clip before: whether it lost contrast or
// sharpness.
func Loss(before, after Result) (contrast, sharpness bool) {
	was, is := before.End, after.Start
	return was.Contrast >= minContrast && is.Contrast < loss*was.Contrast,
		was.Sharpness >= minSharpness && is.Sharpness < loss*was.Sharpness
}
