// Package sdktest proves that the official SDKs of this protocol work against the sandbox unchanged. It holds tests only.
package sdktest
