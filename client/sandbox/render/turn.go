package render

import "context"

// turn lets one caller in at a time. A render uses all cores and up to 200 MB, so a second one beside it gains nothing.
type turn chan struct{}

// The machine is one for the whole process, and so are these.
var (
	clipTurn  = make(turn, 1)
	stillTurn = make(turn, 1)
)

// take waits for the turn, or for the end of ctx. The caller must call done once if the error is nil.
func (t turn) take(ctx context.Context) (done func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
