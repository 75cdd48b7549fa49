// Package systemtray puts the program among the icons of the system, with a menu: the Status Notifier Item specification on Linux,
// the notification area of Windows, the menu bar of macOS. The toolkit has the same icon, but only a menu that it is given before its
// window runs ever appears on Linux: what a person switches on later would hide the window for good. It knows nothing of jobs.
package systemtray
