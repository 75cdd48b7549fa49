// Package notify tells the desktop what was done, with a picture and a way back to it. It speaks to the notification service of
// the free desktops over D-Bus (Desktop Notifications Specification 1.2). Elsewhere it answers ErrNone, and the toolkit's own
// notifications, which have neither, are to be used.
package notify
