package instance

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
)

// listenOnPort sends "hello" to each client that completes the handshake.
func listenOnPort(t *testing.T, socket string) net.Listener {
	t.Helper()
	port, greet, err := bindLoopback(socket)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			conn, err := port.Accept()
			if err != nil {
				return
			}
			if greet(conn) == nil {
				_, _ = io.WriteString(conn, "hello")
			}
			conn.Close()
		}
	}()
	return port
}

func TestDialLoopbackConnectsToPort(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "state", "library.sock")
	if _, err := dialLoopback(t.Context(), socket); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a listener: %v", err)
	}
	port := listenOnPort(t, socket)
	conn, err := dialLoopback(t.Context(), socket)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got, err := io.ReadAll(conn); string(got) != "hello" {
		t.Errorf("read %q, %v", got, err)
	}
	if err := port.Close(); err != nil {
		t.Error(err)
	}
	if _, err := dialLoopback(t.Context(), socket); err == nil {
		t.Error("connected to a closed port")
	}
}

// Another account can connect to the port but cannot read the file with the secret.
func TestPortRejectsClientWithoutSecret(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "library.sock")
	port := listenOnPort(t, socket)
	defer port.Close()
	stranger := loopback{Secret: make([]byte, proofSize)}
	for name, call := range map[string]func(net.Conn) error{
		"with another secret": func(c net.Conn) error { return stranger.greetListener(c) },
		"with another proof": func(c net.Conn) error {
			_, err := c.Write(make([]byte, 2*proofSize))
			return err
		},
	} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", port.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		failed := call(conn)
		if name == "with another secret" {
			if !errors.Is(failed, errStranger) {
				t.Errorf("%s: %v", name, failed)
			}
		} else if got, _ := io.ReadAll(conn); len(got) != 2*proofSize {
			t.Errorf("%s: read %d bytes", name, len(got))
		}
		conn.Close()
	}
}

// After a crash another account may listen on the port. The client must not send anything to it.
func TestClientRejectsListenerWithoutSecret(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "library.sock")
	port, greet, err := bindLoopback(filepath.Join(t.TempDir(), "other.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer port.Close()
	met := make(chan error, 1)
	go func() {
		conn, err := port.Accept()
		if err == nil {
			err = greet(conn)
			conn.Close()
		}
		met <- err
	}()
	stale, err := json.Marshal(loopback{port.Addr().(*net.TCPAddr).Port, make([]byte, proofSize)})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(loopbackFile(socket), stale, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dialLoopback(context.Background(), socket); !errors.Is(err, errStranger) {
		t.Errorf("client: %v", err)
	}
	if err := <-met; err == nil {
		t.Error("the listener accepted a client without a proof")
	}
}

func TestDialLoopbackRejectsDamagedPortFile(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "library.sock")
	for _, content := range []string{"", "{}", `{"Port":1,"Secret":"AA=="}`, `{"Port":-1,"Secret":""}`} {
		if err := os.WriteFile(loopbackFile(socket), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := dialLoopback(t.Context(), socket); err == nil {
			t.Errorf("%q: connected", content)
		}
	}
}
