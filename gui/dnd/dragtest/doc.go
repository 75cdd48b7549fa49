// Package dragtest drags things onto windows as another program would, for tests: a source of the XDND protocol
// (version 5) that needs no mouse, waits for each answer before its next step, and can also be slow, silent or gone. It
// speaks to a window's XdndProxy where the window has one that is alive, as every real source does.
//
//	source, err := dragtest.Open(display)
//	window, err := source.Find(ctx, "Viviscope")
//	result, err := source.Drag(ctx, dragtest.Drag{Window: window, Path: []image.Point{{300, 200}}, Offers: dragtest.Link("https://example.com/a%2Fb", "title")})
//
// A Source is used by one goroutine.
package dragtest
