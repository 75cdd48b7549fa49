package client

// claim makes sure that one path is written by one download. Errors: ErrBusy.
func (c *Client) claim(path string) (release func(), err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paths[path] {
		return nil, ErrBusy
	}
	c.paths[path] = true
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.paths, path)
	}, nil
}
