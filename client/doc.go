// Package client talks to a video and image generation service over HTTP: it submits video tasks, asks how they are,
// downloads clips, and generates and edits pictures. It knows no database and no window.
//
// Three promises shape it.
//
// A request that costs money leaves at most once. The service has no idempotency key, so every POST goes out on a
// connection of its own, over HTTP/1.1, without anything that net/http takes as permission to send it again, and no
// redirect is followed. What is known about the charge after an error is said by [OutcomeOf]: NotSent, Rejected or
// Unknown. Nothing here repeats a POST, ever.
//
// The key stays home. It goes to the scheme, host and port of the base URL and nowhere else; a redirect that leaves
// that origin loses it for good, and no error text holds it, nor a link that carries a signature.
//
// A file counts when it is whole. Downloads go to a ".part" file, resume where the server can prove that the bytes
// are still the same, and are renamed only after their length and their structure have been checked.
//
// Answers are read generously: services of this family disagree about envelopes, spellings and types, so every form
// known in the field is accepted and everything else is an error that says what came, never a panic.
//
// A *Client is safe for use by several goroutines at once.
package client
