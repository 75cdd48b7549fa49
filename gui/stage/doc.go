// Package stage shows a large picture in a part of the window: zoomed to the pointer, panned, with a checkerboard where it
// is transparent and a grid around its pixels when they are large. It tells its owner of the pointer in the coordinates of
// the picture, and knows nothing of what the picture is for.
//
// The picture is cut into tiles of one image object, and so one texture, each. A tile is drawn at the level, a shrinking
// by a power of two, that fits the zoom; the graphics driver does the rest. Tiles are drawn by [Source.Draw] on another
// goroutine, what is in sight first and from the middle outwards, and swapped in a few at a time. Until a tile is drawn it
// shows the same part of another level, so that nothing flashes. When the picture changes, the parts that changed are drawn
// again and no others. Tiles that went out of sight give their textures and their memory back.
//
// Positions are those of Fyne, in units of the canvas relative to the stage. Picture coordinates are pixels, x to the right
// and y down, with 0,0 in the outer corner of the first pixel. A scale or zoom of 1 is 100 %: one pixel of the picture is
// one pixel of the screen, whatever the scale of the canvas is.
package stage
