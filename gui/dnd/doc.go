// Package dnd brings drags from other programs into the window: links, pictures and selected text from a browser, files from a
// file manager, link files from anywhere. A link arrives byte for byte as its source wrote it: a signed link that was decoded
// and encoded again is another link, and a dead one.
//
//	detach := dnd.Attach(window, target, fyne.Do, log)
//
// A [FileClipboard] is the way out: it puts files on the clipboard, for what pastes files.
//
// A [Target] is asked with Over at each position that the pointer passes, and its answer is what the source shows at the
// pointer. Every hover ends with one Leave, also when it ends with a drop. Dropped follows where Over accepted that place and
// that content. All three are called on the window's goroutine, in canvas coordinates: the space of
// fyne.CurrentApp().Driver().AbsolutePositionForObject. While an overlay (a dialog, a menu) is open nothing is offered and
// nothing arrives, unless the target is an [OverlayTaker] that wants it.
//
// Where the window is an X11 window the package speaks XDND version 5 itself, beside the toolkit: it names a window of its own,
// on a connection of its own, as the XdndProxy of the program's window, so that every source speaks to it. The toolkit's own
// reception (GLFW) accepts text/uri-list alone, decodes it, and turns a link into a path below the working directory, which no
// surgery can undo. What a drag brings is chosen from its flavours in this order: pictures in text/html (the picture in a link),
// text/uri-list, text/x-moz-url, _NETSCAPE_URL, then text that is nothing but links, then text.
//
// Everywhere else (macOS, Windows, native Wayland, an X server that refuses the second connection) the toolkit delivers: Over is
// never asked, real files are right, and a link that came damaged is reported as [Drop.Damaged], never handed on. Native Wayland
// does not tell where the drop was: [Drop.Placed] is false then.
//
// A link is http or https with a host, without a user name or password, of at most 8 KiB: see [WebLink]. The files .url, .webloc
// (XML and binary) and .desktop (Type=Link) count as the link inside: see [ReadLinkFile]. They are read off the window's
// goroutine.
package dnd
