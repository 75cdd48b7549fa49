package boards

import "viviscope/db"

// Board is the plan of a film: keyframes, and the shots between them.
type Board struct {
	db.BoardHead `json:"-"`

	// Names of the next steps to undo and to redo; "": none.
	Undo string `json:"-"`
	Redo string `json:"-"`

	Profile string        `json:"profile"` // name; with Service it identifies the profile in another database
	Service db.ServiceRef `json:"service,omitzero"`

	Name     string   `json:"name"`
	Settings Settings `json:"settings"`
	Frames   []Frame  `json:"frames"`          // unordered: see [Board.Strip]
	Shots    []Shot   `json:"shots"`           // in film order
	Films    []string `json:"films,omitempty"` // refs of assets, oldest first
}

// Settings are the defaults of the board's shots and pictures.
type Settings struct {
	Size         string `json:"size"` // of pictures, "1536x864"; fixed at creation; clips have its ratio
	PictureModel string `json:"picture_model"`
	Quality      string `json:"quality,omitempty"`
	Model        string `json:"model"` // of clips
	Resolution   string `json:"resolution"`
	Seconds      int    `json:"seconds"`
	Audio        bool   `json:"audio,omitempty"`
	Negative     string `json:"negative_prompt,omitempty"`
	Seed         *int64 `json:"seed,omitempty"` // nil: random
	Style        string `json:"style,omitempty"`

	// Final are the settings with which a chosen take is made again; nil: none. The other fields are those of drafts.
	Final *FinalSettings `json:"final,omitempty"`
}

// FinalSettings replace the settings of a take that is made final. They are not changed in place.
type FinalSettings struct {
	Model      string `json:"model"`
	Resolution string `json:"resolution"`
	Audio      bool   `json:"audio,omitempty"`
}

// Source is how a keyframe gets its picture.
type Source string

// The sources of a keyframe.
const (
	Describe     Source = "describe" // generated from a prompt
	FromKeyframe Source = "keyframe" // an edit of another keyframe
	Gallery      Source = "gallery"
	Canvas       Source = "canvas"
)

// Frame is a keyframe.
type Frame struct {
	ID     string   `json:"id"` // 8 hex digits, unique in the board
	Source Source   `json:"source"`
	Prompt string   `json:"prompt,omitempty"`
	From   string   `json:"from,omitempty"`    // ID of the keyframe with the picture to edit
	Plain  bool     `json:"plain,omitempty"`   // the prompt is sent without the board's style text
	Model  string   `json:"model,omitempty"`   // "": the board's
	Chosen string   `json:"chosen,omitempty"`  // ref of an asset; "": the newest saved take
	Next   string   `json:"next,omitempty"`    // ref of an ordered take; once it is saved, it replaces Chosen
	Added  []string `json:"brought,omitempty"` // refs of assets that the user added, oldest first
	Link   string   `json:"link,omitempty"`    // URL of the picture, given by the user
	Before string   `json:"before,omitempty"`  // of a loose keyframe: ID of the next shot; "": at the end
}

// Shot is one clip of the film. Zero values stand for the board's settings.
type Shot struct {
	ID     string `json:"id"` // 8 hex digits, unique in the board
	Prompt string `json:"prompt,omitempty"`
	First  string `json:"first,omitempty"` // IDs of keyframes
	Last   string `json:"last,omitempty"`
	// it begins with the last frame of the previous clip; First is ""
	Continue   bool     `json:"continue,omitempty"`
	Model      string   `json:"model,omitempty"`
	Resolution string   `json:"resolution,omitempty"`
	Seconds    int      `json:"seconds,omitempty"`
	Audio      *bool    `json:"audio,omitempty"`
	Negative   *string  `json:"negative_prompt,omitempty"`
	Seed       *int64   `json:"seed,omitempty"`
	Trim       int      `json:"trim,omitempty"` // number of frames to cut at the end
	Skipped    bool     `json:"skipped,omitempty"`
	Chosen     string   `json:"chosen,omitempty"`
	Next       string   `json:"next,omitempty"`
	Draft      bool     `json:"draft,omitempty"` // the film uses the chosen draft although a final of it exists
	Added      []string `json:"brought,omitempty"`
	Caption    string   `json:"caption,omitempty"`
}

// Card is an element of the strip: a keyframe or a shot.
type Card struct {
	ID          string
	Frame, Shot int // index in the board; -1 for the other kind
	Number      int // 1-based, counted separately for keyframes and shots
}

// Strip returns keyframes and shots in display order. A keyframe that two neighbouring shots share appears once,
// between them. A keyframe that is used twice elsewhere appears twice, with the same number. Loose keyframes come
// before the first frame of their shot.
func (b Board) Strip() []Card {
	index, used, loose := map[string]int{}, map[string]bool{}, map[string][]int{}
	for _, s := range b.Shots {
		used[s.First], used[s.Last] = true, true
	}
	for i, f := range b.Frames {
		index[f.ID] = i
		if !used[f.ID] {
			loose[f.Before] = append(loose[f.Before], i)
		}
	}
	var cards []Card
	numbers := map[int]int{}
	add := func(i int) {
		if numbers[i] == 0 {
			numbers[i] = len(numbers) + 1
		}
		cards = append(cards, Card{ID: b.Frames[i].ID, Frame: i, Shot: -1, Number: numbers[i]})
	}
	addByID := func(id string) {
		if i, ok := index[id]; ok {
			add(i)
		}
	}
	for n, s := range b.Shots {
		for _, i := range loose[s.ID] {
			add(i)
		}
		if n == 0 || b.Seam(n-1) != Shared {
			addByID(s.First)
		}
		cards = append(cards, Card{ID: s.ID, Frame: -1, Shot: n, Number: n + 1})
		addByID(s.Last)
	}
	for _, i := range loose[""] {
		add(i)
	}
	return cards
}

// Seam is the transition between two shots.
type Seam int

// The seams.
const (
	Shared   Seam = iota // the shot begins with the keyframe that ends the previous one
	Cut                  // the shot begins with its own keyframe, or with none
	Continue             // the shot begins with the last frame of the previous clip
)

// seamNames are the names of the seams in files.
var seamNames = [...]string{Shared: "shared", Cut: "cut", Continue: "continue"}

// Seams returns all seams, in display order.
func Seams() []Seam { return []Seam{Shared, Cut, Continue} }

// String returns the name of the seam in files.
func (s Seam) String() string { return seamNames[s] }

// Next returns the next seam in the order of [Seams]. The last one is followed by the first.
func (s Seam) Next() Seam { return (s + 1) % Seam(len(seamNames)) }

// Seam returns the seam between the shots n and n+1, counted from 0. It is derived from their keyframes.
func (b Board) Seam(n int) Seam {
	switch next := b.Shots[n+1]; {
	case next.Continue:
		return Continue
	case next.First != "" && next.First == b.Shots[n].Last:
		return Shared
	}
	return Cut
}

// FrameByID returns the index of a keyframe; -1 if there is none.
func (b Board) FrameByID(id string) int {
	for i := range b.Frames { // by index: keyframes are large
		if b.Frames[i].ID == id {
			return i
		}
	}
	return -1
}

// ShotByID returns the index of a shot; -1 if there is none.
func (b Board) ShotByID(id string) int {
	for i := range b.Shots {
		if b.Shots[i].ID == id {
			return i
		}
	}
	return -1
}
