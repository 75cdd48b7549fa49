package program

import (
	"context"
	"errors"
	"time"
)

// close takes everything down in the reverse order. The shell has stopped the pool of jobs by now.
func (p *program) close() error {
	if p.stage != filled { // it ended before the window was filled, or while the library was rebuilt
		if p.stage == prepared {
			p.thumbs.Close()
		}
		return p.closeLibrary()
	}
	p.remember(p.frame())
	return p.takeDown()
}

// takeDown ends everything that works behind the window.
func (p *program) takeDown() error { return errors.Join(p.endWork(), p.closeLibrary()) }

// endWork ends everything that works behind the window, and leaves the library open.
func (p *program) endWork() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	// The shell stops the pool when the toolkit tells it of the end, which Fyne 2.8 loses now and then. Stopping it twice does nothing.
	err := p.engine.Stop(ctx)
	if !p.readOnly { // nothing that was typed can be kept
		err = errors.Join(err, p.places.composer.Flush(context.WithoutCancel(ctx)), p.places.canvas.Flush(context.WithoutCancel(ctx)))
	}
	p.places.composer.Close()
	p.places.gallery.Close()
	p.unwatch()
	p.player.Close()
	p.preview.Close()
	p.leaveClipboard()
	p.thumbs.Close()
	err = errors.Join(err, p.decoder.Close(), p.box.close(), p.notes.Close())
	p.stage = bare
	return err
}

// closeLibrary gives the library back. The door is closed first: who comes through it next belongs to the next holder of the lock.
func (p *program) closeLibrary() error {
	if p.lib == nil {
		return nil
	}
	err := errors.Join(p.closeDoor(), p.lib.Close())
	p.lib = nil
	return err
}

// ending tells the program that its workers are being stopped for good: what they still have to say has no window any more.
func (p *program) ending() {
	if !p.renewing.Load() {
		p.over.Store(true)
	}
}
