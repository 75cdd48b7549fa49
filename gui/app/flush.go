package app

import (
	"context"
	"errors"
	"time"
)

// save takes in pending input of all places, and returns the function that writes unsaved changes; nil if there are
// none.
func (p *program) save() func(ctx context.Context) error {
	at := p.places
	board := at.boards.Save()
	drawn := at.canvas.Unsaved()
	if board == nil && !drawn && !at.composer.Unsaved() && !at.gallery.Unsaved() && !at.viewer.Unsaved() {
		return nil
	}
	return func(ctx context.Context) error {
		err := errors.Join(at.canvas.Flush(ctx), at.composer.Flush(ctx), at.gallery.Flush(ctx), at.viewer.Flush(ctx))
		if board != nil {
			err = errors.Join(err, board(ctx))
		}
		return err
	}
}

// flush stops the workers and saves text, drawings and where the user left off. The shell usually stopped the workers
// before; stopping them twice does nothing.
func (p *program) flush() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	err := p.Engine.Stop(ctx)
	if p.readOnly { // nothing that was typed can be kept
		return err
	}
	ctx = context.WithoutCancel(ctx)
	return errors.Join(err, p.keepLeftOff(ctx), p.places.composer.Flush(ctx), p.places.canvas.Flush(ctx),
		p.places.boards.Flush(ctx))
}

// stopPatience is the timeout for stopping the workers if the shell could not stop them.
const stopPatience = 5 * time.Second
