package single

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest answer that is read, in bytes with its end. It bounds what a stranger can make the program keep.
const maxLine = 256

// maxRequest is maxLine for what another start asks, which may name files.
const maxRequest = 64 << 10

const (
	protocol = "viviscope/1"
	verbShow = "show"
	verbOpen = "open"
	// The answers.
	answerOK      = "ok"
	answerUnknown = "unknown"
)

// errNotUnderstood: the line is not of this protocol, or asks for what this version does not know.
var errNotUnderstood = errors.New("not understood")

// readLine reads one line of at most that many bytes, and returns it without its end. Longer ones and ones that never end are refused.
func readLine(r io.Reader, most int) (string, error) {
	// The reader is exactly as large as a line may be, so a longer one cannot be kept.
	line, err := bufio.NewReaderSize(io.LimitReader(r, int64(most)), most).ReadSlice('\n')
	if err != nil {
		return "", fmt.Errorf("read line: %w", err)
	}
	return string(line[:len(line)-1]), nil
}

// writeLine words a request or an answer.
func writeLine(w io.Writer, word string) error {
	_, err := io.WriteString(w, protocol+" "+word+"\n")
	return err
}

// parse returns the one word that a line of this version says: a verb or an answer.
func parse(line string) (string, error) {
	rest, ok := strings.CutPrefix(line, protocol+" ")
	if !ok || rest == "" {
		return "", errNotUnderstood
	}
	for _, r := range rest {
		if r < 'a' || r > 'z' {
			return "", errNotUnderstood
		}
	}
	return rest, nil
}
