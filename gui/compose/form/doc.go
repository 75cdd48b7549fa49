// Package form is what the composer holds and decides, without a window: one draft for each kind of job, which rules its
// fields break, and what it will cost.
//
// # The form
//
// [Form] is a comparable value: a copy is a snapshot, and == says whether anything changed. It is kept as JSON.
// [Form.Clip] and [Form.Picture] lead to the draft in front. Fields without a rule behind them are plain fields to be
// written; where a change may bring others with it there is a method (SetModel, SetResolution, SetAudio, …), which returns
// what it corrected, to be said, as [Correction]s. What a person wished for stays in the draft beside what a model makes
// of it, so that going back to a model that can do more brings the wish back.
//
// # The order
//
// [Form.Build] is the only place where a request is made. The estimate on the button, Copy request, the preview of the
// variations and the click all use the [Order] of one call of it, so that they cannot differ. Beside the order come the
// rules that it breaks, in the order of the fields, in the words of the service where it has words (interface 7.4): what
// Build lets through, the service accepts.
//
// Braces in the prompt and in the negative prompt are expanded (package variation): an order has one request for each
// variation and clip, variations first, at most [MaxOrder].
//
// # Pictures
//
// A [Slot] holds a picture: a link, a local file, or both. Clips take links only: a local file is refused with
// [client.MsgReferenceURL], unless [Env.Hosting] says that it can be put somewhere first. Then it stands in [Order.Uploads],
// and its place in InputReference is "" until the link is known. An edit takes one local file, which is sent along
// ([Order.Picture]; the bytes of EditRequest.Image are read by whoever sends), or links; with hosting also a mixture.
//
// A [Canvas] is the first picture of an edit where there is one. What is drawn upon it goes as one file, which is made at the
// click ([Order.Baked]); a picture that is as it was goes by its link while that lives, else as its own file. [CanvasWay] is
// which of them, and [EditDraft.SentAs] says it. An order that takes the place of a job's keeps what its row knows of the
// pictures that are still the same ([Order.Again]).
//
// # Words and prices
//
// [Tariff.Quote] prices an order from its requests; [Tariff.Button] and [Tariff.Line] word it. [Which] asks every model
// whether it can make what is wished for. [Form.OnSister] is the same on the other picture model.
//
// Nothing here reads a clock, a file, the library or the network: what is needed of the outside is in [Env]. All functions
// are pure; values may be used from any goroutine, but a pointer to a draft belongs to one at a time.
package form
