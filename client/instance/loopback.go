package instance

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"viviscope/client/guard"
)

// A system without Unix sockets, such as Windows before Windows 10 version 1803, uses a TCP port of the loopback
// interface instead. Every account of the computer can connect to a port. So both ends prove that they know a secret,
// which is stored in a file that only this account can read. This also protects the client, which sends keys: after a
// crash another account may have taken the port.

// loopback is the content of the port file: the TCP port of the running program on 127.0.0.1, and the secret that both
// ends prove to know.
type loopback struct {
	Port   int
	Secret []byte
}

const (
	proofSize        = sha256.Size
	handshakeTimeout = 5 * time.Second
)

var errStranger = errors.New("the other end of the port does not belong to this account")

// loopbackFile returns the path of the file that belongs to the path of a socket.
func loopbackFile(socket string) string { return strings.TrimSuffix(socket, ".sock") + ".port" }

// bindLoopback listens on a port and writes its file, given the path that the socket would have. greet runs the
// handshake with each client.
func bindLoopback(socket string) (listener net.Listener, greet func(net.Conn) error, err error) {
	listener, err = net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	l := loopback{listener.Addr().(*net.TCPAddr).Port, make([]byte, proofSize)}
	rand.Read(l.Secret) // never fails
	path := loopbackFile(socket)
	content, err := json.Marshal(l)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		_ = os.Remove(path) // left by a crash, perhaps with another mode
		err = os.WriteFile(path, content, 0o600)
	}
	if err != nil {
		return nil, nil, errors.Join(err, listener.Close())
	}
	return loopbackListener{listener, path}, l.greetClient, nil
}

// loopbackListener removes its file when it is closed.
type loopbackListener struct {
	net.Listener
	path string
}

func (l loopbackListener) Close() error {
	err := l.Listener.Close()
	_ = os.Remove(l.path) // the next listener replaces it anyway
	return err
}

// dialLoopback connects to the port of the file that belongs to the path of a socket.
func dialLoopback(ctx context.Context, socket string) (net.Conn, error) {
	content, err := os.ReadFile(loopbackFile(socket))
	if err != nil {
		return nil, err
	}
	var l loopback
	if err := json.Unmarshal(content, &l); err != nil || len(l.Secret) < proofSize || l.Port <= 0 {
		return nil, fmt.Errorf("read %s: it is damaged", filepath.Base(loopbackFile(socket)))
	}
	conn, err := (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", l.Port))
	if err != nil {
		return nil, err
	}
	stop := guard.AfterContext(ctx, "end of call", func() { _ = conn.Close() })
	defer stop()
	if err := l.greetListener(conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// greetListener runs the client's side of the handshake: it verifies the listener, and then sends this client's own
// proof.
func (l loopback) greetListener(conn net.Conn) error {
	return greet(conn, func() error {
		mine := make([]byte, proofSize)
		rand.Read(mine)
		if _, err := conn.Write(mine); err != nil {
			return err
		}
		theirs := make([]byte, 2*proofSize) // its proof, then its challenge
		if _, err := io.ReadFull(conn, theirs); err != nil {
			return err
		}
		if !hmac.Equal(theirs[:proofSize], l.proof("listener", mine)) {
			return errStranger
		}
		_, err := conn.Write(l.proof("caller", theirs[proofSize:]))
		return err
	})
}

// greetClient runs the listener's side of the handshake: it sends this listener's proof, and then verifies the client.
func (l loopback) greetClient(conn net.Conn) error {
	return greet(conn, func() error {
		theirs, mine := make([]byte, proofSize), make([]byte, proofSize)
		if _, err := io.ReadFull(conn, theirs); err != nil {
			return err
		}
		rand.Read(mine)
		if _, err := conn.Write(append(l.proof("listener", theirs), mine...)); err != nil {
			return err
		}
		if _, err := io.ReadFull(conn, theirs); err != nil {
			return err
		}
		if !hmac.Equal(theirs, l.proof("caller", mine)) {
			return errStranger
		}
		return nil
	})
}

// greet runs a handshake with a timeout.
func greet(conn net.Conn, handshake func() error) error {
	if err := conn.SetDeadline(time.Now().Add(handshakeTimeout)); err != nil {
		return err
	}
	if err := handshake(); err != nil {
		return fmt.Errorf("handshake: %w", err)
	}
	return conn.SetDeadline(time.Time{})
}

// proof returns the answer to a challenge: an HMAC with the secret as key. role prevents a reflection attack, in which
// a proof is sent back as that of the other end.
func (l loopback) proof(role string, challenge []byte) []byte {
	h := hmac.New(sha256.New, l.Secret)
	h.Write([]byte(role))
	h.Write(challenge)
	return h.Sum(nil)
}
