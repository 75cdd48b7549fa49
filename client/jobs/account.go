package jobs

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"viviscope/client/guard"
	"viviscope/db"
)

// Each job is bound to the account that it was ordered with, by a salted hash of its key ([db.Job].Account). With
// another key of the same profile the job is not sent, polled or downloaded: another account would pay for it, or would
// not know its task. A user who replaced the key of one account can continue the job with the new key, by
// [Engine.Release] or [Engine.WatchAgain].

// saltBytes is the length of the salt of an account.
const saltBytes = 8

// newAccount returns a hash of a key with a new salt; "" if there is no key.
func newAccount(key string) string {
	if key == "" {
		return ""
	}
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	return saltedKey(hex.EncodeToString(salt), key)
}

// saltedKey returns the salt and the hash, in hex.
func saltedKey(salt, key string) string {
	sum := sha256.Sum256([]byte(salt + key))
	return salt + hex.EncodeToString(sum[:])
}

// isAccount reports whether a key belongs to an account. It also returns true if either is unknown.
func isAccount(account, key string) bool {
	if account == "" || key == "" {
		return true
	}
	salt := account[:min(len(account), 2*saltBytes)]
	return strings.EqualFold(account, saltedKey(salt, key))
}

// newAccount returns an account for the key of a connection.
func (con *connection) newAccount() string { return newAccount(con.key) }

// checkAccount returns ErrOtherKey if the service uses another key than the account.
func checkAccount(svc Service, account string) error {
	if con, ok := svc.(*connection); ok && !isAccount(account, con.key) {
		return ErrOtherKey
	}
	return nil
}

// accountTimeout is the timeout for reading the key that a click is bound to. A keychain may be locked.
const accountTimeout = time.Second

// account returns an account for the current key of a profile; "" if the key is not available at once.
func (c *connections) account(ctx context.Context, profileID int64) string {
	ctx, cancel := context.WithTimeout(ctx, accountTimeout)
	defer cancel()
	if !c.connection(profileID).mu.TryLock() {
		return "" // the key is being looked up
	}
	c.connection(profileID).mu.Unlock()
	account := ""
	_ = guard.Do("key", func() error { // a keychain that fails is reported when the job is sent
		svc, err := c.get(ctx, profileID)
		if con, ok := svc.(*connection); err == nil && ok {
			account = con.newAccount()
		}
		return err
	})
	return account
}

// OrderedWithOtherKey reports whether a job is paused because the key of its profile has changed since it was ordered.
func OrderedWithOtherKey(j db.Job) bool {
	return j.ErrorCode == CodeOtherKey && in(j.State, db.Held, db.Queued, db.InProgress, db.Completed, db.Downloading)
}
