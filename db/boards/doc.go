// Package boards keeps plans of films: keyframe pictures, the shots between them, and how one shot follows the
// other. It knows no network and no window.
//
// A board is one document ([Board]). Its takes are not in it: a take is a job that names the board and the shot or
// keyframe that it was made for, or an asset that a person brought. So none can be lost, and what a card shows is a
// function of document, jobs and assets: see [View.State]. What a card would send now is [View.Want]; a take that
// was made from something else no longer matches.
//
// Every edit is one transaction of [Store.Edit] that names the version it was made from; where another wrote
// meanwhile it is refused with a [*db.ChangedBoardError]. The steps of this run of the program can be undone
// ([Store.Undo]). After each commit the board is written to boards/ in the library, whole or not at all. [Open]
// brings rows and files together: a file that has no row, or says more than its row, becomes the row. [Store.Apply]
// takes the same document from another program.
//
// From top to bottom:
//
//	open, apply                bringing rows and files together; documents of other programs
//	read                       boards as they are shown, and the list of them
//	state, view                the states of cards; takes, and what a card would send
//	store, steps, unreadable   edits in transactions, undo; boards that cannot be read
//	strict, document           documents as others may write them, and as they are stored
//	edit, board, cost          the board itself, its edits; amounts
package boards
