package db

import (
	"context"
)

// Undo takes back a change of many assets, by [Library.Undo]. The zero value undoes nothing.
type Undo struct {
	changed int
	back    func(ctx context.Context) (Undo, error)
}

// Changed returns how many assets the change met: those that were so already are not counted.
func (u Undo) Changed() int { return u.changed }
