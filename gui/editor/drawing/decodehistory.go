package drawing

import (
	"encoding/json"
	"fmt"
)

// DecodeHistory reads the result of History.Encode in any version. It validates every step: each must lead from one
// drawing that Check accepts to another. maxBytes bounds the memory of the history. Errors are those of Decode.
func DecodeHistory(data []byte, maxBytes int) (*History, error) {
	h, err := decodeHistory(data, maxBytes)
	if err != nil {
		return nil, fmt.Errorf("decode history: %w", err)
	}
	return h, nil
}

func decodeHistory(data []byte, maxBytes int) (*History, error) {
	if len(data) > MaxHistory {
		return nil, fmt.Errorf("%d bytes: %w", len(data), ErrTooLarge)
	}
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, err
	}
	switch head.Version {
	case 1:
		return decodeVersion1(data, maxBytes)
	case historyVersion:
		return decodeVersion2(data, maxBytes)
	}
	return nil, readable(head.Version, historyVersion)
}
