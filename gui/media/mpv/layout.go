package mpv

import "unsafe"

// renderParam is mpv_render_param: 16 bytes on 64 bit. An array of them ends with type 0.
type renderParam struct {
	kind int32
	_    int32
	data unsafe.Pointer
}

// The kinds of mpv_render_param that are used here.
const (
	paramAPIType       = 1
	paramAdvanced      = 10
	paramNextFrameInfo = 11
	paramBlockForTime  = 12
	paramSkipRendering = 13
	paramSWSize        = 17
	paramSWFormat      = 18
	paramSWStride      = 19
	paramSWPointer     = 20 // the pixels themselves, not a pointer to a pointer
)

// updateFrame is the bit of mpv_render_context_update that says that there is a new frame to draw.
const updateFrame = 1

// frameInfo is mpv_render_frame_info, about the frame that the next render would draw.
type frameInfo struct {
	flags  uint64
	target int64 // when it is due, by mpv's clock; 0 for at once
}

// The flags of frameInfo that tell a new frame from one that was there before.
const (
	frameRedraw = 1 << 1
	frameRepeat = 1 << 2
)

// The formats of mpv_get_property that are used here.
const (
	formatString = 1
	formatFlag   = 3
	formatInt64  = 4
	formatDouble = 5
)

// rawEvent is mpv_event: 24 bytes on 64 bit.
type rawEvent struct {
	id       int32
	err      int32
	userdata uint64
	data     unsafe.Pointer
}

// rawStartFile is mpv_event_start_file.
type rawStartFile struct {
	entry int64
}

// rawEndFile is the start of mpv_event_end_file.
type rawEndFile struct {
	reason int32
	err    int32
}

// rawProperty is mpv_event_property. Its data is NULL while the property has no value.
type rawProperty struct {
	name   *byte
	format int32
	_      int32
	data   unsafe.Pointer
}

// EventID says what happened in a player.
type EventID int32

// The events that callers act on; the others of client.h are passed on with their number.
const (
	eventNone       EventID = 0
	eventShutdown   EventID = 1
	StartFile       EventID = 6
	EndFile         EventID = 7
	FileLoaded      EventID = 8
	VideoReconfig   EventID = 17
	PlaybackRestart EventID = 21 // after a load or a seek: the picture at the new place is about to be shown
	PropertyChange  EventID = 22 // an observed property has another value
)

// endReasonError is the reason of an EndFile that no person and no command asked for.
const endReasonError = 4

// Event is something that happened in a player.
type Event struct {
	ID    EventID
	Entry int64 // StartFile only: the number of the file in the playlist, which no other ever has
	Err   error // EndFile only: why the file could not be played; nil when it ended or was stopped

	// PropertyChange only:
	Reply uint64  // the number that the property is observed under
	Name  string  // of the property
	Known bool    // false: it has no value now, as the duration where no file is loaded
	Value float64 // of a flag 0 or 1
}

// cString gives s with a zero byte at its end.
func cString(s string) *byte {
	b := append([]byte(s), 0)
	return &b[0]
}

// goString copies a C string.
func goString(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}
