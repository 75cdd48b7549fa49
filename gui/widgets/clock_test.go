package widgets

import "time"

// clock is a clock that tests move.
type clock struct{ now time.Time }

func testClock() *clock { return &clock{time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)} }

func (c *clock) read() time.Time { return c.now }

func (c *clock) pass(ms int) { c.now = c.now.Add(time.Duration(ms) * time.Millisecond) }
