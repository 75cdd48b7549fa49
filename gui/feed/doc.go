// Package feed is the session feed beside the composer: one card for each job of this session, newest first, which
// changes in place from the click to the file.
//
// What a card says is computed from rows by pure functions of [Item]: its amount, its lines, what can be done. Nothing
// is shown that a restart would not show again, except the bytes of a running download.
//
// [Screen.Update] reads rows on the caller's goroutine and shows them by one Post. What changes while a job runs comes to the cards in
// sight through data bindings, without a read. Rows, commands and pictures come through the narrow interfaces of [Deps].
package feed
