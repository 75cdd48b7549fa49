package jobs

import (
	"errors"
	"strings"
)

// CodeHosting is the code of a job that is held because its pictures could not be put on their host. Where more is known a colon and
// the name of the fault follow; see [HostFault].
const CodeHosting = "hosting"

// The faults that are none of a host's own.
const (
	FaultNoHosting = "off"       // the profile has no hosting
	FaultNoSecret  = "no_secret" // what signs in to the host is not on this computer
)

// HostFault takes the fault out of a code of [CodeHosting]; "" where nothing more is known. ok is false for any other code.
func HostFault(code string) (fault string, ok bool) {
	fault, ok = strings.CutPrefix(code, CodeHosting)
	return strings.TrimPrefix(fault, ":"), ok && (fault == "" || fault[0] == ':')
}

// hostCode is the code of what kept a picture from its host. An error of the host says what it is by its method Fault.
func hostCode(err error) string {
	var named interface{ Fault() string }
	switch {
	case errors.Is(err, ErrNoHosting):
		return CodeHosting + ":" + FaultNoHosting
	case errors.As(err, &named) && named.Fault() != "":
		return CodeHosting + ":" + named.Fault()
	}
	return CodeHosting
}
