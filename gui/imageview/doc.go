// Package imageview shows large pictures in a part of the window.
//
// [Tiles] shows one picture under a [Transform]: cut into tiles of one image object, and so one texture, each, with a
// checkerboard where it is transparent and lines between its pixels when they are large. A tile is drawn at the level, a
// shrinking by a power of two, that fits the zoom; the graphics driver does the rest. Only tiles in sight exist. When the
// picture changes, the tiles that show the changed part are drawn again and no others.
//
// [View] is a widget around it that is zoomed to the pointer and panned, and tells its owner of the pointer in the
// coordinates of the picture.
//
// Everything belongs to the window's goroutine. Positions are those of Fyne, in units of the canvas relative to the view.
// Picture coordinates are pixels, x to the right and y down, with 0,0 in the outer corner of the first pixel. A zoom of 1 is
// 100 %: one pixel of the picture is one pixel of the screen, whatever the scale of the canvas is.
package imageview
