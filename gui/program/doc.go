// Package program puts the house together: it opens the library, serves the sandbox, starts the
// pool of jobs and runs the window, in this order, and takes them down in the reverse order.
//
// Nothing here decides how anything looks or works; it only says what is connected to what.
package program
