package mp4

import (
	"bytes"
	"errors"
	"os"
	"testing"
)

// Zeros behind a whole file are no box that reaches to the end: they are room that was never filled.
func TestZerosAtTheEndAreRefused(t *testing.T) {
	whole, err := os.ReadFile("testdata/own.mp4")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{8, 12, 4096} {
		file := append(bytes.Clone(whole), make([]byte, n)...)
		if _, err := Check(bytes.NewReader(file), int64(len(file))); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d zero bytes at the end: %v", n, err)
		}
	}
}
