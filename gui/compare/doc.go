// Package compare shows two pictures against each other.
//
// [Pair] is the widget: a slider, side by side, one alone, or what differs, with one zoom and one pan for both. The viewer and
// the editor show it in their own places. It draws with a shader on the graphics card. Where that is missing or does not
// take the shader, it paints the same scene off the window's goroutine; which of the two draws is found out by itself
// and cannot be seen.
//
// [Screen] is a sheet over the window with a Pair and what is known of both pictures: what the two picture models made of
// one request, or any two of the gallery. Esc closes it; the other keys are those of Pair.
//
// Everything here belongs to the window's goroutine. Rows are read off it; pictures come from [Pictures], which decodes
// them off it. A picture is kept with at most 4,096 pixels on its longer side, a third more for its smaller sizes, and as
// much once more for the map of differences while that is asked for.
package compare
