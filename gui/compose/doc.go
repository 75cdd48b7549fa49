// Package compose is the composer: the form on the left of Create that turns a prompt into a request.
//
// What it holds and decides is package form: one draft per kind of job, which rules its fields break, what it will cost,
// and the requests that a click sends. What is here shows that and changes it.
//
// [Screen] shows a form.Form. Its methods belong to the window's goroutine, except Update and Flush, which read and write
// the library and are called on any other goroutine, and Handle and Close, which any goroutine may call. What is around
// it comes through the interfaces of [Deps].
//
// # The parts
//
// Screen puts parts together, each with its own state; all share the form and [Deps], and arrows lead to what else they know:
//
//	editing     the form, the profile that pays, and every change      ─▶ notices
//	notices     what is said for a while, with the way back
//	submitter   makes the rows, away from the window's goroutine
//	slots       the pictures in the form and on the edit canvas, previews, uploads
//	writing     earlier prompts, snippets, the slash menu
//	charges     what own pictures cost
//
// # The click
//
// It stands in submit.go, from top to bottom. What the foot prices is what is sent: the order of the last rendering goes, as the
// value it is, through the preview of its variations to the engine, which makes the rows or says which limit stands in the way.
// Then a [price.Sender] asks; not sending is the answer of every key but the one on the button that says how much. A list of jobs
// and a picture on the other model go the same way, and a list counts as a whole. The price on the button is what is agreed to:
// where it is dearer by the time of the press, that is asked about too.
//
// A click under way does not lock the form. The same form pressed again meanwhile is a press that slipped: one click. Another
// form pressed meanwhile waits, one at most, as it was pressed and with the price that was shown, and is asked about and sent
// when the click before it has its rows. Where that one came to nothing, the one behind it is dropped, and the foot says so.
//
// A held job can stand in the form in place of the drafts ([Screen.EditHeld]). It is saved through the engine, never as a
// draft, and the drafts come back as they were. Where it is to be sent it is saved before anything is asked.
//
// # Pictures
//
// The slots of the two kinds with pictures hold form.Slot values; the value that a slot on the screen shows follows from one of
// them and from what is known by looking at its picture. A look happens in the background, once for each picture, ends when its
// slot holds something else, and what was seen is kept within a bound. What it found out (pixels, the life of a link) goes into
// the form, and counts as no change of the person's. [Screen.DropTarget] takes what is dragged into the window.
//
// The first picture of an edit lies on the edit canvas: [Screen.SetPicture] says what lies there, and the slots hold what goes
// beside it. What is drawn is made into one picture at the click, away from the
// window's goroutine and before any row is committed; a picture that cannot be made, or that is not the one whose price was
// shown, makes no job. The rows know what lay below, what was drawn and what was placed upon it, so that a version knows where
// it comes from and its marks can be restored. A held job in the form has its own pictures, whatever lies on the canvas.
package compose
