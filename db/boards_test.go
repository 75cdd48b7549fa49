package db

import (
	"errors"
	"testing"
)

// A board that was changed meanwhile is not written, and the error contains its version.
func TestWriteBoardRefusesOldVersion(t *testing.T) {
	l := newLibrary(t)
	put := func(ref string, version int, doc string) (BoardRow, error) {
		return l.WriteBoard(t.Context(), ref, version, func(tx *BoardTx) error { tx.Row.Doc = []byte(doc); return nil })
	}
	first, err := put("", 0, `{"name":"a"}`)
	if err != nil || first.Version != 1 {
		t.Fatalf("%+v, %v", first, err)
	}
	if row, err := put(first.Ref, AnyVersion, `{"name":"b"}`); err != nil || row.Version != 2 {
		t.Errorf("%+v, %v", row, err)
	}
	if row, err := put(first.Ref, AnyVersion, `{"name":"b"}`); err != nil || row.Version != 2 {
		t.Errorf("the same again: %+v, %v", row, err)
	}
	_, err = put(first.Ref, 1, `{"name":"c"}`)
	if changed, ok := errors.AsType[*ChangedBoardError](err); !ok || changed.Version != 2 || changed.Ref != first.Ref {
		t.Error(err)
	}
	if row, err := l.BoardRow(t.Context(), first.Ref); err != nil || string(row.Doc) != `{"name":"b"}` {
		t.Errorf("%+v, %v", row, err)
	}
}
