package editor

// SentBy is how a picture is sent that nothing is drawn upon.
type SentBy int

// The ways.
const (
	AsFile    SentBy = iota // as the one file of the request
	ByAddress               // by its own web address
	ByHost                  // by the address that it gets on the person's image host
)

// SetSentBy says how the picture on the canvas is sent while nothing is drawn upon it. That hangs on the profile in front and
// on the pictures beside it, of which the canvas knows nothing: whoever sends it decides. Window's goroutine.
func (s *Screen) SetSentBy(by SentBy) {
	if s.sentBy == by {
		return
	}
	s.sentBy = by
	s.showFoot()
}
