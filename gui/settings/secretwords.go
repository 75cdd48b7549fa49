package settings

import "viviscope/gui/lang"

// secretKind is what a secret is for.
type secretKind int

const (
	serviceKey     secretKind = iota // of a service
	bucketKey                        // of an S3-compatible host
	folderPassword                   // of a WebDAV folder
	proxyLogin
)

// secretWords is what a row for a secret says. Languages bend the name of the secret in each sentence, so that every sentence is whole.
type secretWords struct {
	paste, save, remove          string // on the field and the buttons
	pasteFirst, saveFirst        string // why it cannot be kept yet
	noKeychain                   string
	name, noneYet, couldNotErase string // of a host's secret: its label, that none is kept, that removing failed
}

func (k secretKind) words() secretWords {
	switch k {
	case bucketKey:
		return secretWords{
			paste: lang.L("Paste the secret key"), save: lang.L("Save secret key"), remove: lang.L("Remove secret key"),
			pasteFirst: lang.L("paste the secret key first"), saveFirst: lang.L("save what is above first: the secret key belongs to it"),
			noKeychain: lang.L("This system’s keychain does not answer. The secret key can be used for this session only; it is then never written anywhere. Or it is kept in a file, not encrypted."),
			name:       lang.L("Secret key"), noneYet: lang.L("No secret key yet for this host"), couldNotErase: lang.L("Could not remove the secret key."),
		}
	case folderPassword:
		return secretWords{
			paste: lang.L("Paste the password"), save: lang.L("Save password"), remove: lang.L("Remove password"),
			pasteFirst: lang.L("paste the password first"), saveFirst: lang.L("save what is above first: the password belongs to it"),
			noKeychain: lang.L("This system’s keychain does not answer. The password can be used for this session only; it is then never written anywhere. Or it is kept in a file, not encrypted."),
			name:       lang.L("Password"), noneYet: lang.L("No password yet for this host"), couldNotErase: lang.L("Could not remove the password."),
		}
	case proxyLogin:
		return secretWords{
			paste: lang.L("Paste the login"), save: lang.L("Save login"), remove: lang.L("Remove login"),
			pasteFirst: lang.L("paste the login first"), saveFirst: lang.L("save what is above first: the login belongs to it"),
			noKeychain: lang.L("This system’s keychain does not answer. The login can be used for this session only; it is then never written anywhere. Or it is kept in a file, not encrypted."),
		}
	}
	return secretWords{
		paste: lang.L("Paste the key"), save: lang.L("Save key"), remove: lang.L("Remove key"),
		pasteFirst: lang.L("paste the key first"), saveFirst: lang.L("save what is above first: the key belongs to it"),
		noKeychain: lang.L("This system’s keychain does not answer. The key can be used for this session only; it is then never written anywhere. Or it is kept in a file, not encrypted."),
	}
}
