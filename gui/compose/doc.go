// Package compose is the composer: the form on the left of Create that turns a prompt into a request.
//
// Its heart is [Form], a plain value that knows no widget: one draft per kind of job, what each field holds, which
// rules it breaks and what it will cost. [Form.Build] is the only place where a request is made. The estimate on the
// button is the price of exactly the requests that a click would send, because both come from one call of Build.
//
// What the form lets through, client.Validate accepts; what it refuses, it explains at the field with the words of the
// service's own rules.
//
// [Screen] shows a Form. Its methods belong to the window's goroutine, except Update and Flush, which read and write
// the library and are called on any other goroutine. Prices, drafts and submissions come through the narrow interfaces
// of [Deps].
package compose
