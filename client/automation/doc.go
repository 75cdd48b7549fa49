// Package automation lets other programs of this account use a library. One process, the owner, holds the lock of the
// library and runs its engine. The owner is a window or a command. A caller is a command or an MCP server. It sends one
// [Call] to the owner over a socket of package instance. The answer consists of lines of JSON. The last line has the
// result or a [Failure]:
//
//	→ {"viviscope":2,"call":"jobs","profile":"Sandbox","args":{"states":["held"]}}
//	← {"result":{"viviscope":2,"jobs":[…]}}
//
// A connection carries one call. Closing it cancels the call, but never half of a transaction. A call that spends money
// has a click ID ([MakeArgs.RequestID]). The same ID with the same arguments returns the same jobs. So a caller that
// got no answer can repeat the call and pays once.
//
// A call without a client is the user's own. A call with a client comes from a program with a token of the user.
// Without a valid token it cannot read anything. The transaction that admits its jobs checks its grant, and holds jobs
// that exceed the grant for approval.
//
// Start with [Conn] for callers and [Server] for owners. The package does not open libraries or windows: the program
// passes them in ([NewConn], [Options]).
//
// From top to bottom:
//
//	conn, server                             a connection of a program; the server and its table of calls
//	boards, clicks, costs, jobs, watch       calls that spend or follow jobs and boards
//	cast, library, models, rows, refs        calls about cast, files and models; rows of an order; resolving refs
//	describe, window, core, backend, token   jobs as answers; the window; the server's state and its dependencies
//	protocol, failure, outcome, amounts      lines of the protocol; failures; exit codes and amounts of jobs
//	answers                                  the answers
package automation
