// Package compose is the composer: the form in Create, beside the session or the edit canvas, that turns a prompt into
// a request.
//
// Package order holds the form as a comparable value: one draft for each kind of job, its rules, and the requests that
// a click sends. This package shows the form and changes it. Deps lists what it needs from outside.
//
// The layers, from top to bottom. Each file knows only the files below it, and calls those above through callbacks or
// interfaces that it declares:
//
//	screen                       makes the parts, shows them after each change, hands on events
//	commands, drop, foot, batch  what the user does with the form as a whole
//	submit, held, clicks, commit, gate, click   a click, from the button to the rows
//	slots, reuse, canvas, slot_places, slot_contents, profile_reader, charges   parts that change or extend the draft
//	draft                        the form under the profile in front, saved and shown after each change
//	form_view, snippet_sheet, prompt_history, fields, prompt, *_view, which, variations   what is shown
//	canvasprompts, text_field, text_list, notes, notices, preview, uploads, kinds, words, faults, deps   what the others are made of
//
// The exported methods of Screen belong to the window's goroutine. Update and Flush use the library and are called off
// it. Handle and Close may be called on any goroutine.
//
// # The click
//
// The order whose price the foot shows is the order that is sent: the value of the last rendering goes to the engine,
// which makes the rows or reports the limit in the way. Above a limit, or for many jobs, a [spend.Sender] asks once,
// with the prompts in its question. The user agrees to the price on the button: if it is higher at the time of the
// press, that is asked about too. A batch and a picture on the other model take the same way, and a batch counts as a
// whole.
//
// A click under way does not lock the form. The same form pressed again meanwhile is a repeated press: one click.
// Another form that is pressed meanwhile waits, at most one, as it was pressed and at the price that was shown. If the
// click before it makes no job, the waiting one is dropped, and the foot shows that.
//
// A held job can be edited in the form in place of the drafts ([Screen.EditHeld]). It is saved through the engine,
// never as a draft, and the drafts come back as they were. If it is to be sent, it is saved before anything is asked.
//
// # Pictures
//
// A slot shows an order.Slot and what is known from looking at its picture. A look runs in the background, once for
// each picture, and ends when the slot holds something else. The size and the expiry of a link that it finds go into
// the form. That is not a change by the user.
//
// The first picture of an edit is on the edit canvas ([Screen.SetPicture]), and the slots hold the others. The canvas
// is made into one picture at the click, off the window's goroutine and before any row is committed. A picture that
// cannot be made, or that is not the one whose price was shown, makes no job. The rows record the picture below, what
// was drawn, and the pictures that were placed upon it. A held job in the form has its own pictures, whatever is on the
// canvas.
package compose
