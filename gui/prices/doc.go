// Package prices is the pane in which a person enters what a service charges: the price of a second of each video model
// at each resolution with and without sound, and the prices of a million tokens of picture work.
//
// Its heart is [Draft], a plain value that knows no widget: the texts of the fields, what is wrong with them and the
// [client.PriceTable] that they make. Amounts are read and written as decimal text to the last digit; no float comes
// near them. A field that is empty says that no price is known, which is not a price of zero.
//
// Saving makes a new version of the table that is valid from now on. Older versions stay, and so does every entry of the
// ledger that was made with them.
//
// [Pane] shows a Draft. Its methods belong to the window's goroutine, except Update, which reads the library and is
// called on any other.
package prices
