package settings

import (
	"context"
	"time"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/resources"
)

// Profiles is what the place needs to keep profiles and their keys. All calls may wait for the disk, the keychain or the
// network, so they are made off the window's goroutine.
type Profiles interface {
	Profiles(ctx context.Context) ([]db.Profile, error)
	SaveProfile(ctx context.Context, p db.Profile) (db.Profile, error) // refuses to move a profile whose jobs still run
	KeyPlace(ctx context.Context, p db.Profile) keys.Place
	SaveKey(ctx context.Context, profile int64, key string, where keys.Place) error // keys.ErrUnavailable: no keychain
	RemoveKey(ctx context.Context, profile int64) error
	Test(ctx context.Context, profile int64) (client.Report, error)
	Use(ctx context.Context, profile int64) error // new jobs go to this profile

	// ChangeProfile changes settings of a profile, but not its address, in its row as it stands when it is called.
	ChangeProfile(ctx context.Context, profile int64, change func(*db.Profile)) error

	SaveHosting(ctx context.Context, profile int64, c hosting.Config) error
	TestHosting(ctx context.Context, profile int64) (hosting.Report, error) // of what is saved; keys.ErrNone: no secret
	HostSecretPlace(ctx context.Context, p db.Profile) (place keys.Place, since time.Time)
	// SaveHostSecret keeps a secret for the host of c and for no other. keys.ErrUnavailable: no keychain.
	SaveHostSecret(ctx context.Context, profile int64, c hosting.Config, secret string, where keys.Place) error
	RemoveHostSecret(ctx context.Context, profile int64) error
}

// Deps is what the place needs from the rest of the program.
type Deps struct {
	Profiles Profiles
	Library  Library
	Post     func(func())                                           // runs a function on the window's goroutine, later
	Do       func(failed string, f func(ctx context.Context) error) // runs a command off the window's goroutine and shows its error
	Go       func(f func(ctx context.Context))                      // runs something off the window's goroutine
	Now      func() time.Time
	Current  func() int64             // the profile in front; any goroutine
	Refresh  func()                   // asks for an Update soon
	Look     func() resources.Variant // the look in use
	OnLook   func(resources.Variant)  // a person chose another

	Language       func() string           // the tag of the language that was chosen; "": as the system
	SystemLanguage func() string           // the tag of the window's language that suits the system
	OnLanguage     func(tag string)        // a person chose one, which counts from the next start; "": as the system. nil: there is no choice
	OnRestart      func()                  // start the program anew
	FontMissing    func(tag string) string // says what to do where the system has no letters for a language; "": it has them. Answers at once

	Access     Access // how it is read, and by which keys it is used
	OnFolder   func() // show the library's folder in the system's file manager
	OnMove     func() // ask where the library is to move to, and move it
	OnRebuild  func() // ask whether to make a new database out of the files
	Version    string
	Program    Program
	OnLog      func()
	OnDiagnose func()
	Playback   func() string // what makes the posters of clips here, in words; called off the window's goroutine
}
