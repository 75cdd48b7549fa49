package player

// Drops asks how many pictures of the present clip were left out: by the decoder, which came too late, and by the output, because the
// next one was due. done is called on the player's goroutine; it is not called when no clip is open.
func (p *Player) Drops(done func(decoder, output int64)) {
	p.add(task{run: func(e Engine) error {
		decoder, err := e.Int("decoder-frame-drop-count")
		if err != nil {
			return err
		}
		output, err := e.Int("frame-drop-count")
		if err != nil {
			return err
		}
		done(decoder, output)
		return nil
	}})
}
