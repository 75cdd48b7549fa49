package db

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Names are what the names in a query stand for, and the moment from which "today" counts. [Library.Names] reads them.
type Names struct {
	Now      time.Time         // in the location in which days begin
	Profiles map[string]int64  // by name in small letters, to id
	Albums   map[string]string // by name in small letters, to ref
}

// Names returns what the names in a query stand for; now gives the location in which days begin.
func (l *Library) Names(ctx context.Context, now time.Time) (Names, error) {
	n := Names{Now: now, Profiles: map[string]int64{}, Albums: map[string]string{}}
	profiles, err := l.Profiles(ctx)
	if err != nil {
		return n, err
	}
	for _, p := range slices.Backward(profiles) { // of two with one name the older one
		n.Profiles[foldName(p.Name)] = p.ID
	}
	albums, err := l.Albums(ctx)
	for _, a := range slices.Backward(albums) {
		n.Albums[foldName(a.Name)] = a.Ref
	}
	return n, err
}

// Filter makes a filter of the query, and returns the terms that say nothing that can be: they are left out of it, and a
// person should see which. Terms of one key: models are alternatives, tags all have to hold, of others the last counts. A
// term with a hyphen leaves out what it chooses. The values are
//
//	kind     clip, picture
//	model    an id, or its beginning with *
//	tag      a tag
//	album    the name of an album
//	seed     a number
//	date     2026, 2026-11, 2026-11-21, today, yesterday, or two of them with .. between; either may be missing
//	size     pixels of the shorter side: 720, 720p, 1080p, 4k, or a range such as 1080.. or ..720
//	ratio    16:9, 9:16, 4:3, 3:4, 3:2, 2:3, 21:9, 1:1, landscape, portrait
//	seconds  5, or a range such as 5..10
//	sound    on, off
//	star     on, off
//	profile  the name of a profile
//	status   saved, imported, trashed, untagged
//	cost     2.80, or a range such as 1..5, in units of the currency
//	link     living
func (q Query) Filter(names Names) (AssetFilter, []Term) {
	var f AssetFilter
	var unusable []Term
	f.Text = q.Words()
	for _, t := range q.Terms {
		if t.Key == "" {
			continue
		}
		to := &f
		if t.Not {
			to = &AssetFilter{}
		}
		if !to.take(t, names) {
			unusable = append(unusable, t)
		} else if t.Not {
			f.leaveOut(t, *to)
		}
	}
	return f, unusable
}

// leaveOut adds a filter whose choice is left out. What is not in the trash is what a filter chooses anyway.
func (f *AssetFilter) leaveOut(t Term, not AssetFilter) {
	if not.Trashed {
		f.Trashed = false
		return
	}
	f.Not = append(f.Not, not)
}

// take puts one term into the filter and reports whether its value can be.
func (f *AssetFilter) take(t Term, names Names) (ok bool) {
	value := strings.ToLower(t.Text)
	switch t.Key {
	case KeyKind:
		f.Kind, ok = kindOf(value)
	case KeyModel:
		f.Models, ok = append(f.Models, t.Text), true
	case KeyTag:
		f.Tags, ok = append(f.Tags, t.Text), true
	case KeyAlbum:
		f.Album, ok = names.Albums[foldName(t.Text)]
	case KeySeed:
		n, err := strconv.ParseInt(value, 10, 64)
		f.Seed, ok = &n, err == nil
		keepIf(&f.Seed, ok)
	case KeyDate:
		f.From, f.To, ok = parseDates(value, names.Now)
	case KeySize:
		f.MinSide, f.MaxSide, ok = parseSides(value)
	case KeyRatio:
		f.Ratio, ok = parseRatio(value)
	case KeySeconds:
		f.MinSeconds, f.MaxSeconds, ok = parseSeconds(value)
	case KeySound:
		f.Sound, ok = Sound(value), value == string(WithSound) || value == string(WithoutSound)
		keepIf(&f.Sound, ok)
	case KeyStar:
		return f.takeStar(value)
	case KeyProfile:
		f.ProfileID, ok = names.Profiles[foldName(t.Text)]
	case KeyStatus:
		return f.takeStatus(value)
	case KeyCost:
		f.MinCost, f.MaxCost, ok = parseCosts(value)
	case KeyLink:
		f.LivingAt, ok = names.Now, value == "living" || value == "alive"
		keepIf(&f.LivingAt, ok)
	}
	return ok
}

func (f *AssetFilter) takeStar(value string) bool {
	switch value {
	case "on", "yes":
		f.Starred = true
	case "off", "no":
		f.Not = append(f.Not, AssetFilter{Starred: true})
	default:
		return false
	}
	return true
}

func (f *AssetFilter) takeStatus(value string) bool {
	switch value {
	case "trashed", "trash":
		f.Trashed = true
	case "untagged":
		f.Untagged = true
	case string(MadeHere), string(BroughtHere):
		f.Origin = Origin(value)
	default:
		return false
	}
	return true
}

func kindOf(value string) (AssetKind, bool) {
	switch value {
	case "clip", "clips", "video":
		return Clip, true
	case "picture", "pictures", "image":
		return Picture, true
	}
	return "", false
}

func parseRatio(value string) (Ratio, bool) {
	switch r := Ratio(value); r {
	case Landscape, Portrait:
		return r, true
	case "square":
		return Square, true
	default:
		if _, _, ok := r.parts(); ok {
			return r, true
		}
	}
	return "", false
}

// bounds parts a range at its two dots; one value stands for both ends.
func bounds(value string) (low, high string, ok bool) {
	low, high, ranged := strings.Cut(value, "..")
	if !ranged {
		return value, value, value != ""
	}
	return low, high, low != "" || high != ""
}

func parseSides(value string) (least, most int, ok bool) {
	low, high, ok := bounds(value)
	if !ok {
		return 0, 0, false
	}
	least, ok1 := parseSide(low)
	most, ok2 := parseSide(high)
	return least, most, ok1 && ok2
}

func parseSide(value string) (int, bool) {
	switch value {
	case "":
		return 0, true
	case "4k":
		return 2160, true
	case "2k":
		return 1440, true
	}
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(value, "px"), "p"))
	return n, err == nil && n > 0 && n <= maxSide
}

func parseSeconds(value string) (least, most float64, ok bool) {
	low, high, ok := bounds(value)
	if !ok {
		return 0, 0, false
	}
	least, ok1 := parseAmount(strings.TrimSuffix(low, "s"), maxSeconds)
	most, ok2 := parseAmount(strings.TrimSuffix(high, "s"), maxSeconds)
	return least, most, ok1 && ok2
}

// parseAmount reads a number from 0 to a most; "" is 0.
func parseAmount(value string, most float64) (float64, bool) {
	if value == "" {
		return 0, true
	}
	n, err := strconv.ParseFloat(value, 64)
	return n, err == nil && n >= 0 && n <= most
}

func parseCosts(value string) (least, most *int64, ok bool) {
	low, high, ok := bounds(value)
	for _, end := range []struct {
		text string
		to   **int64
	}{{low, &least}, {high, &most}} {
		n, fine := parseAmount(end.text, maxMicros/1e6)
		ok = ok && fine
		if end.text != "" && fine {
			micros := int64(math.Round(n * 1e6))
			*end.to = &micros
		}
	}
	if !ok {
		return nil, nil, false
	}
	return least, most, true
}

// parseDates reads a date or a range of dates; to is the moment after its last one.
func parseDates(value string, now time.Time) (from, to time.Time, ok bool) {
	low, high, ok := bounds(value)
	if !ok {
		return from, to, false
	}
	if low != "" {
		if from, _, ok = parseDate(low, now); !ok {
			return time.Time{}, time.Time{}, false
		}
	}
	if high != "" {
		if _, to, ok = parseDate(high, now); !ok {
			return time.Time{}, time.Time{}, false
		}
	}
	return from, to, true
}

// parseDate reads a year, a month or a day, as the moments of its beginning and of its end.
func parseDate(value string, now time.Time) (start, end time.Time, ok bool) {
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch value {
	case "today":
		return day, day.AddDate(0, 0, 1), true
	case "yesterday":
		return day.AddDate(0, 0, -1), day, true
	}
	for _, f := range []struct {
		layout              string
		years, months, days int
	}{{"2006-01-02", 0, 0, 1}, {"2006-01", 0, 1, 0}, {"2006", 1, 0, 0}} {
		if t, err := time.ParseInLocation(f.layout, value, now.Location()); err == nil && t.Year() >= 1 {
			return t, t.AddDate(f.years, f.months, f.days), true
		}
	}
	return start, end, false
}
