package boards

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"viviscope/db"
	"viviscope/db/folder"
)

// newID returns 8 hex digits that no card of the board has.
func (b *Board) newID() string {
	for {
		if id := fmt.Sprintf("%08x", rand.Uint32()); b.FrameByID(id) < 0 && b.ShotByID(id) < 0 {
			return id
		}
	}
}

// AddFrame adds an empty loose keyframe before a shot, or at the end for "", and returns its ID.
func (b *Board) AddFrame(before string) string {
	f := Frame{ID: b.newID(), Source: Describe, Before: before}
	b.Frames = append(b.Frames, f)
	return f.ID
}

// AddShot inserts a shot at an index, or appends it, with two keyframes, and returns its ID. Existing shots do not
// change. An empty first or last is filled in:
//
//   - first becomes the keyframe that ends the previous shot, or a loose one at that place;
//   - last becomes the first frame of the next shot if that shot has its own, or a loose one;
//   - otherwise an empty keyframe is added.
//
// Within a Continue seam the new shot continues the previous one and gets no first keyframe.
func (b *Board) AddShot(at int, first, last string) string {
	s, next := Shot{ID: b.newID(), First: first, Last: last}, Shot{}
	if at < len(b.Shots) {
		next = b.Shots[at]
	}
	loose := b.loose(next.ID)
	s.Continue = first == "" && at > 0 && next.Continue
	if !s.Continue {
		i := slices.Index(loose, last)
		if first == "" && at > 0 {
			s.First = b.Shots[at-1].Last
		}
		if s.First == "" && i != 0 && len(loose) > 0 {
			s.First = loose[max(0, i-1)]
		}
		if last == "" && next.First != s.First && (at == 0 || at < len(b.Shots) && b.Seam(at-1) == Cut) {
			s.Last = next.First
		}
		i = slices.Index(loose, s.First) + 1
		if s.Last == "" && i < len(loose) {
			s.Last = loose[i]
		}
		for _, id := range []*string{&s.First, &s.Last} {
			if *id == "" {
				*id = b.AddFrame("")
			}
		}
	}
	// Loose keyframes before the used ones stay before the new shot.
	for _, id := range loose[:max(0, slices.IndexFunc(loose, func(id string) bool {
		return id == s.First || id == s.Last
	}))] {
		b.Frames[b.FrameByID(id)].Before = s.ID
	}
	b.Shots = slices.Insert(b.Shots, at, s)
	return s.ID
}

// loose returns the IDs of the loose keyframes before a shot, in their order. A keyframe is loose if no shot uses it.
func (b *Board) loose(before string) (ids []string) {
	used := make(map[string]bool, 2*len(b.Shots))
	for i := range b.Shots {
		used[b.Shots[i].First], used[b.Shots[i].Last] = true, true
	}
	for i := range b.Frames {
		if f := &b.Frames[i]; f.Before == before && !used[f.ID] {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// uses reports whether a shot begins or ends with a keyframe.
func (b *Board) uses(frame string) bool {
	return slices.ContainsFunc(b.Shots, func(s Shot) bool { return s.First == frame || s.Last == frame })
}

// empty reports whether the keyframe has no content that deleting it would lose.
func (f Frame) empty() bool {
	return f.Prompt == "" && f.From == "" && f.Chosen == "" && len(f.Added) == 0 && f.Link == ""
}

// release handles a keyframe that may have become unused: it deletes an empty one, and makes any other a loose one
// before a shot.
func (b *Board) release(frame, before string) {
	i := b.FrameByID(frame)
	switch {
	case i < 0 || b.uses(frame):
	case b.Frames[i].empty():
		b.Delete(frame)
	default:
		b.Frames[i].Before = before
	}
}

// SetFrame sets the first or last keyframe of a shot; "" removes it.
func (b *Board) SetFrame(shot string, last bool, frame string) {
	i := b.ShotByID(shot)
	if i < 0 {
		return
	}
	s := &b.Shots[i]
	old := s.First
	if last {
		old, s.Last = s.Last, frame
	} else {
		s.First, s.Continue = frame, false
	}
	b.release(old, shot)
}

// SetSeam changes the seam between the shots n and n+1. A keyframe that becomes unused is kept as a loose one before
// shot n+1, and a later change uses it again.
func (b *Board) SetSeam(n int, to Seam) {
	first, later := "", b.Shots[n+1]
	switch last := &b.Shots[n].Last; {
	case b.Seam(n) == to:
		return
	case to == Shared:
		*last = cmp.Or(*last, later.First)
		if *last == "" {
			*last = b.AddFrame("")
		}
		first = *last
	case to == Cut:
		if loose := b.loose(later.ID); len(loose) > 0 {
			first = loose[len(loose)-1]
		} else {
			first = b.AddFrame("")
		}
	}
	b.SetFrame(later.ID, false, first)
	b.Shots[n+1].Continue = to == Continue
}

// Move moves a shot or a loose keyframe by a number of shots; a negative number moves it towards the beginning. Shots
// keep their keyframes.
func (b *Board) Move(id string, by int) {
	if i := b.ShotByID(id); i >= 0 {
		to := max(0, min(len(b.Shots)-1, i+by))
		s := b.Shots[i]
		b.Shots = slices.Insert(slices.Delete(b.Shots, i, i+1), to, s)
		return
	}
	i := b.FrameByID(id)
	if i < 0 || b.uses(id) {
		return
	}
	at := b.ShotByID(b.Frames[i].Before)
	if at < 0 {
		at = len(b.Shots)
	}
	b.Frames[i].Before = ""
	at = max(0, at+by)
	if at < len(b.Shots) {
		b.Frames[i].Before = b.Shots[at].ID
	}
}

// Delete removes a shot or a keyframe from the board. Its takes stay in the library.
func (b *Board) Delete(id string) {
	if i := b.FrameByID(id); i >= 0 {
		b.Frames = slices.Delete(b.Frames, i, i+1)
		b.normalize()
		return
	}
	i := b.ShotByID(id)
	if i < 0 {
		return
	}
	gone, next := b.Shots[i], ""
	b.Shots = slices.Delete(b.Shots, i, i+1)
	if i < len(b.Shots) {
		next = b.Shots[i].ID
	}
	for j := range b.Frames {
		if b.Frames[j].Before == id {
			b.Frames[j].Before = next
		}
	}
	b.release(gone.First, next)
	b.release(gone.Last, next)
}

// Duplicate inserts a copy of a shot or keyframe after it and returns the copy's ID. The copy has no takes. The copy of
// a keyframe gets the picture with the given ref, if any.
func (b *Board) Duplicate(id, picture string) string {
	if i := b.ShotByID(id); i >= 0 {
		s := b.Shots[i]
		s.ID, s.Chosen, s.Next, s.Draft, s.Added = b.newID(), "", "", false, nil
		b.Shots = slices.Insert(b.Shots, i+1, s)
		return s.ID
	}
	i := b.FrameByID(id)
	if i < 0 {
		return ""
	}
	f := b.Frames[i]
	f.ID, f.Chosen, f.Next, f.Added, f.Link = b.newID(), picture, "", nil, ""
	if picture != "" {
		f.Added = []string{picture}
	}
	for n, s := range b.Shots {
		if s.First == id || n > 0 && b.Shots[n-1].Last == id {
			f.Before = s.ID
		}
	}
	b.Frames = append(b.Frames, f)
	return f.ID
}

// SplitShot splits a shot in two with an empty keyframe between them, and returns the keyframe's ID.
func (b *Board) SplitShot(shot string) string {
	i := b.ShotByID(shot)
	if i < 0 {
		return ""
	}
	b.Duplicate(shot, "")
	first, second := &b.Shots[i], &b.Shots[i+1]
	first.Last = b.AddFrame("")
	second.First = first.Last
	second.Continue = false
	second.Prompt = ""
	second.Caption = ""
	second.Trim = 0
	return first.Last
}

// AddLines appends a shot for each line, with the line as its prompt and Shared seams.
func (b *Board) AddLines(lines []string) {
	for _, line := range lines {
		b.AddShot(len(b.Shots), "", "")
		b.Shots[len(b.Shots)-1].Prompt = line
	}
}

// DescribeFrames sets the prompt of each keyframe without prompt and picture: to that of the shot that begins with it,
// or else of the shot that ends with it. It returns the number of changed keyframes.
func (b *Board) DescribeFrames() (changed int) {
	describe := func(frame, prompt string) {
		i := b.FrameByID(frame)
		if i >= 0 && strings.TrimSpace(prompt) != "" && b.Frames[i].Source == Describe && b.Frames[i].empty() {
			b.Frames[i].Prompt = prompt
			changed++
		}
	}
	for i := range b.Shots {
		describe(b.Shots[i].First, b.Shots[i].Prompt)
	}
	for i := range b.Shots {
		describe(b.Shots[i].Last, b.Shots[i].Prompt)
	}
	return changed
}

// AddPictures appends a keyframe for each picture, given its ref, and shots between them.
func (b *Board) AddPictures(refs []string) {
	before := ""
	for _, ref := range refs {
		id := b.AddFrame("")
		b.Frames[len(b.Frames)-1].Source, b.Frames[len(b.Frames)-1].Added = Gallery, []string{ref}
		if before != "" {
			b.Shots = append(b.Shots, Shot{ID: b.newID(), First: before, Last: id})
		}
		before = id
	}
}

// AwaitTakes makes cards with a choice of the user switch to the results of new jobs once these are saved. Until then
// the choice stays. Other cards do not change, because they use their newest take anyway. A final replaces its draft
// anyway, unless the user chose the draft. AwaitTakes reports whether the board was changed.
func (b *Board) AwaitTakes(made []db.Job) (changed bool) {
	for _, j := range made {
		ref, isClip := db.AssetRef(j.Ref, 0), j.Kind.IsVideo()
		i := b.ShotByID(j.Shot)
		switch {
		case i >= 0 && isClip && (b.Shots[i].Draft || b.Shots[i].Chosen != "" && j.FinalOf == 0):
			b.Shots[i].Next, changed = ref, true
		case i >= 0: // other jobs of a shot deliver its first frame
		case b.FrameByID(j.Shot) >= 0:
			if f := &b.Frames[b.FrameByID(j.Shot)]; f.Chosen != "" && !isClip {
				f.Next, changed = ref, true
			}
		}
	}
	return changed
}

// AddFilm adds a film, given its ref, as the newest one.
func (b *Board) AddFilm(ref string) {
	b.Films = append(slices.DeleteFunc(slices.Clone(b.Films), func(film string) bool { return film == ref }), ref)
}

// normalize repairs invalid content after an edit or in a file. Afterwards IDs are unique and all references exist.
func (b *Board) normalize() {
	b.Name = folder.Truncate(strings.Join(strings.Fields(b.Name), " "), maxName)
	seen, used := map[string]bool{}, map[string]bool{}
	again := func(id string) bool {
		had := seen[id]
		seen[id] = true
		return had || !isID.MatchString(id)
	}
	unless := func(ok bool, text *string) {
		if !ok {
			*text = ""
		}
	}
	// not nil, so that an empty list is encoded as []
	b.Frames = slices.DeleteFunc(append([]Frame{}, b.Frames...), func(f Frame) bool { return again(f.ID) })
	b.Shots = slices.DeleteFunc(append([]Shot{}, b.Shots...), func(s Shot) bool { return again(s.ID) })
	b.Films = onlyRefs(b.Films)
	length := func(seconds int) int { return min(max(0, seconds), maxSeconds) }
	b.Settings.Seconds = length(b.Settings.Seconds)
	if final := b.Settings.Final; final != nil && (final.Model == "" || final.Resolution == "") {
		b.Settings.Final = nil
	}
	for i := range b.Shots {
		s := &b.Shots[i]
		unless(!s.Continue && b.FrameByID(s.First) >= 0, &s.First)
		unless(b.FrameByID(s.Last) >= 0, &s.Last)
		unless(isRef.MatchString(s.Chosen), &s.Chosen)
		unless(isRef.MatchString(s.Next), &s.Next)
		used[s.First], used[s.Last] = true, true
		s.Seconds, s.Trim, s.Added = length(s.Seconds), max(0, s.Trim), onlyRefs(s.Added)
	}
	for i := range b.Frames {
		f := &b.Frames[i]
		unless(!used[f.ID] && b.ShotByID(f.Before) >= 0, &f.Before)
		unless(f.From != f.ID && b.FrameByID(f.From) >= 0, &f.From)
		unless(db.IsWebURL(f.Link), &f.Link)
		unless(isRef.MatchString(f.Chosen), &f.Chosen)
		unless(isRef.MatchString(f.Next), &f.Next)
		f.Added = onlyRefs(f.Added)
		if !slices.Contains([]Source{Describe, FromKeyframe, Gallery, Canvas}, f.Source) {
			f.Source = Describe
		}
	}
}

var (
	isID  = regexp.MustCompile(`^[0-9a-f]{8}$`)
	isRef = regexp.MustCompile(`^[0-9a-f]{32}$`)
)

// maxName is the maximum length of a name, in bytes.
const maxName = 200

// maxSeconds is the maximum length of a shot. It keeps the sum of all shots from overflowing.
const maxSeconds = 3600

func onlyRefs(refs []string) []string {
	refs = slices.DeleteFunc(slices.Clone(refs), func(ref string) bool { return !isRef.MatchString(ref) })
	if len(refs) == 0 {
		return nil
	}
	return refs
}

// Clone returns a copy that shares no slice with the board.
func (b Board) Clone() Board {
	b.Frames, b.Shots, b.Films = slices.Clone(b.Frames), slices.Clone(b.Shots), slices.Clone(b.Films)
	for i := range b.Frames {
		b.Frames[i].Added = slices.Clone(b.Frames[i].Added)
	}
	for i := range b.Shots {
		b.Shots[i].Added = slices.Clone(b.Shots[i].Added)
	}
	return b
}
