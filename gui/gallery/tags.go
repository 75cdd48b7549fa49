package gallery

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// tagEditor changes the tags of assets. It belongs to the window's goroutine.
type tagEditor struct{ *changes }

// tagsMost is how many assets of a selection are read for their tags, and offerMost how many known tags are offered.
const (
	tagsMost  = 500
	offerMost = 12
)

// tagSheet is the sheet with the tags of assets. Its changes apply at once and can be undone.
type tagSheet struct {
	*changes
	ids    []int64
	counts map[string]int // number of assets with a tag
	looked int            // number of assets that were read
	known  []search.TagCount
	sheet  *kit.Sheet
	entry  *kit.Entry
	has    *fyne.Container
	offers *fyne.Container
}

// Tag opens the sheet with the tags of some assets.
func (e *tagEditor) Tag(ids ...int64) {
	s := &tagSheet{changes: e.changes, ids: ids, entry: kit.NewEntry(), has: kit.NewFlow(6), offers: kit.NewFlow(6)}
	s.entry.SetPlaceHolder(lang.L("Type a tag, then Enter"))
	s.entry.OnChanged = s.typed
	s.entry.OnSubmitted = func(string) {
		if strings.TrimSpace(s.entry.Text) == "" {
			s.sheet.Hide()
			return
		}
		s.addTyped()
	}
	s.sheet = kit.Ask(e.d.Canvas(), lang.N("Tags for %s item", "Tags for %s items", len(ids), lang.Number(len(ids))),
		lang.L("Changes are saved immediately. Click a tag to remove it."), kit.NewColumn(12, s.has, s.entry, s.offers),
		kit.Answer{Word: lang.X("button", "Done"), Kind: kit.Primary, Check: s.addTyped})
	s.undoFrom(s.entry, s.read)
	e.d.Canvas().Focus(s.entry)
	s.read()
}

// typed adds the text before a comma as a tag. No tag contains a comma.
func (s *tagSheet) typed(text string) {
	if i := strings.LastIndexByte(text, ','); i >= 0 {
		for tag := range strings.SplitSeq(text[:i], ",") {
			s.add(tag)
		}
		s.entry.SetText(strings.TrimSpace(text[i+1:]))
	}
	s.offer()
}

// addTyped adds the text in the field as a tag and empties the field. It returns false if the text is no tag.
func (s *tagSheet) addTyped() bool {
	if strings.TrimSpace(s.entry.Text) == "" {
		return true
	}
	added := s.add(s.entry.Text)
	s.entry.SetText("")
	return added
}

func (s *tagSheet) read() {
	ids := s.ids[:min(len(s.ids), tagsMost)]
	ask(s.runner, lang.L("The tags could not be read."), func(ctx context.Context) (assets []db.Asset, err error) {
		index, err := s.d.Library.Index(ctx)
		if err != nil {
			return nil, err
		}
		known := index.Tags()
		s.post(func() { s.known = known })
		return s.d.Library.AssetsByID(ctx, ids)
	}, func(assets []db.Asset) {
		s.counts, s.looked = map[string]int{}, len(assets)
		for _, a := range assets {
			for _, t := range a.Tags {
				s.counts[t]++
			}
		}
		s.show()
	})
}

// show shows the tags of the assets. A tag that only some have is marked, and a click adds it to all.
func (s *tagSheet) show() {
	s.has.Objects = nil
	for _, t := range slices.Sorted(maps.Keys(s.counts)) {
		all, word := s.counts[t] == s.looked, t
		if !all {
			word = lang.L("%s  (some)", t)
		}
		chip := kit.NewChip(word, func() {
			if all {
				s.remove(t)
			} else {
				s.add(t)
			}
		})
		chip.SetIcon(resources.IconTag)
		chip.SetOn(all)
		chip.OnClear = func() { s.remove(t) }
		s.has.Add(chip)
	}
	s.offer()
}

// offer shows known tags that begin with the typed text, the most frequent first.
func (s *tagSheet) offer() {
	typed := strings.ToLower(strings.TrimSpace(s.entry.Text))
	known := slices.Clone(s.known)
	slices.SortStableFunc(known, func(a, b search.TagCount) int { return b.Count - a.Count })
	s.offers.Objects = nil
	for _, t := range known {
		if s.counts[t.Tag] == s.looked && s.looked > 0 || !strings.HasPrefix(strings.ToLower(t.Tag), typed) {
			continue
		}
		s.offers.Add(kit.NewChip(t.Tag, func() { s.add(t.Tag) }))
		if len(s.offers.Objects) == offerMost {
			break
		}
	}
	s.sheet.Refresh()
}

// add adds a tag to the assets. It returns false if nothing of the text can be a tag.
func (s *tagSheet) add(tag string) bool {
	tag = db.CleanTag(tag)
	if tag == "" {
		s.entry.SetFailed(true)
		return false
	}
	s.organise(s.ids, lang.L("The tag could not be added."), func(ctx context.Context) (db.Undo, error) {
		defer s.post(s.read)
		return s.d.Library.AddTag(ctx, tag, s.ids...)
	}, func(n int) string {
		return lang.N("%s item tagged “%s”.", "%s items tagged “%s”.", n, lang.Number(n), tag)
	})
	s.entry.SetFailed(false)
	return true
}

func (s *tagSheet) remove(tag string) {
	s.organise(s.ids, notUntagged(), func(ctx context.Context) (db.Undo, error) {
		defer s.post(s.read)
		return s.d.Library.RemoveTag(ctx, tag, s.ids...)
	}, func(n int) string { return untagged(n, tag) })
}

func notUntagged() string { return lang.L("The tag could not be removed.") }

func untagged(n int, tag string) string {
	return lang.N("Tag “%[2]s” removed from %[1]s item.", "Tag “%[2]s” removed from %[1]s items.", n, lang.Number(n),
		tag)
}

// tagMenu returns the actions for the tag in the query.
func (e *tagEditor) tagMenu() []action.Action {
	t, ok := termOf(e.query(), search.KeyTag)
	if !ok {
		return nil
	}
	return []action.Action{
		{Label: lang.L("Rename “%s”…", t.Text), Line: true, Do: func() { e.askTagName(t) }},
		{Label: lang.L("Remove tag “%s” everywhere", t.Text), Do: func() { e.renameTag(t, "") }},
	}
}

func (e *tagEditor) askTagName(t search.Term) {
	words := lang.L("Renames the tag everywhere, including the trash. Items with both tags keep one.")
	kit.AskName(e.d.Canvas(), lang.L("Rename tag"), words, t.Text, lang.L("Rename"), func(name string) {
		name = db.CleanTag(name)
		if name != "" && name != t.Text {
			e.renameTag(t, name)
		}
	})
}

// renameTag renames the tag of a term and shows the assets with the new tag. With name "" it removes the tag.
func (e *tagEditor) renameTag(t search.Term, name string) {
	failed, q := notUntagged(), e.query().Without(t)
	if name != "" {
		failed, q = lang.L("The tag could not be renamed."), q.With(search.Term{Key: search.KeyTag, Text: name})
	}
	e.organise(nil, failed, func(ctx context.Context) (db.Undo, error) {
		u, err := e.d.Library.RenameTag(ctx, t.Text, name)
		if err == nil {
			e.post(func() { e.find(q) })
		}
		return u, err
	}, func(n int) string {
		if name == "" {
			return untagged(n, t.Text)
		}
		return lang.N("“%[2]s” renamed to “%[3]s” on %[1]s item.", "“%[2]s” renamed to “%[3]s” on %[1]s items.",
			n, lang.Number(n), t.Text, name)
	})
}
