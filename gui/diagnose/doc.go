// Package diagnose shows what a person needs who looks for the cause of a trouble: what the program found on this computer and
// whether it works, its log, and what it left when it died. It only shows and copies; nothing is sent anywhere, and no text holds
// a secret.
package diagnose
