// Package compare shows two pictures beside each other over the window: what the two picture models made of one request,
// or any two of the gallery. It is no viewer: the pictures are as large as the window lets them be, and no larger.
//
// [Screen.Show] opens it. Keys: Esc closes, X exchanges the sides, 1 and 2 show one side alone, and while Space is down
// each side shows the other picture in place, which is how small differences are seen.
//
// Everything here belongs to the window's goroutine. Rows are read off it; pictures come from [Pictures], which decodes
// them off it and bounds what it keeps. No picture is asked for with more than 2,048 pixels on its longer side, so the
// two that are shown hold 34 MB at most.
package compare
