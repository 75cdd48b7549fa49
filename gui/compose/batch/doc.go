// Package batch reads a list of jobs from a file or from pasted lines, and writes one.
//
// # The format
//
// A list is text in UTF-8, with or without a byte order mark, of at most 4 MiB, 1,000 rows and 1,000 jobs. It is one of:
//
//   - CSV: a header row with the names of the columns, then one job a row. The cells are separated by commas, semicolons or
//     tabs, whichever the header uses; a first line "sep=;" says it outright. Cells with separators, quotes or line breaks
//     stand in double quotes, and a quote inside is doubled.
//   - JSON lines: one object a line, with the same names. "images" may be an array of links, "input_reference" one of the
//     first and the last frame.
//   - Lines: one prompt a line. Everything else comes from the form.
//
// The ending of the file's name decides (.csv, .tsv, .jsonl, .ndjson); a text that was pasted is CSV where its first line
// names at least two columns, JSON lines where its first line is an object, and otherwise lines. Empty lines are left out.
//
// The columns, in any order. What is in brackets is understood as well:
//
//	kind             text_to_video, frames_to_video, text_to_image or edit_image
//	model            id of a model of the catalogue or of the profile
//	prompt           [text]
//	negative_prompt  [negative] clips only
//	seconds          [duration] clips only; whole seconds
//	resolution       clips only; 720P or 1080P
//	aspect_ratio     [ratio] clips only; 16:9, 9:16 or 1:1; with a first frame the clip follows the frame
//	size             <width>x<height>; for clips instead of resolution and aspect_ratio
//	audio            [sound] clips only; yes or no, true or false, on or off, 1 or 0
//	first_frame      [first] an http or https link
//	last_frame       [last] an http or https link
//	images           [image, image_urls] http or https links of the pictures to edit, with spaces between them
//	seed             clips only; an integer. Several clips of one row count up from it
//	quality          pictures only; low, medium, high, xhigh or max
//	output_format    [format] pictures only; png or jpeg
//	clips            [count] how many jobs the row makes, 1 to 100
//
// A column that is missing takes what the form holds. An empty cell means "not given", so the service's own default holds,
// but for the kind and the model, which come from the form. Without a kind the row is of the form's kind, unless its model
// or its links say otherwise: a picture model makes pictures, a frame makes it frames to video, a picture to edit makes it
// an edit. A prompt is sent as it stands: braces are not expanded into variations.
//
// Nothing is dropped in silence. A column that nobody knows is reported by name; a cell that does not belong to the kind of
// its row, or that cannot be read, is a problem of its row, as is every rule of the service that the row breaks.
//
// A cell that a spreadsheet would run as a formula, because it begins with = + - or @, is written with an apostrophe before
// it, and such an apostrophe is taken away on reading. [Write] begins with a byte order mark, without which spreadsheets
// take UTF-8 for something else.
package batch
