// Package dragtest simulates drags from another program, for tests. [Source] is a source of the XDND protocol (version
// 5). It needs no mouse and waits for each answer before its next step. It can also be slow, silent or crash. Like real
// sources, it talks to the XdndProxy of a window if that is alive.
//
//	source, err := dragtest.Open(display)
//	window, err := source.Find(ctx, "Viviscope")
//	result, err := source.Drag(ctx, dragtest.Drag{Window: window, Path: []image.Point{{300, 200}}, Offers: dragtest.Link("https://example.com/a%2Fb", "title")})
//
// A Source is not safe for concurrent use.
package dragtest
