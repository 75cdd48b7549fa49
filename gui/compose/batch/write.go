package batch

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"viviscope/client"
)

// Write writes rows as CSV with all columns: commas, a byte order mark, and no cell that a spreadsheet would run. Parse
// gives the same rows again, with what is wrong with them, but for their line numbers.
func Write(w io.Writer, rows []Row) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return fmt.Errorf("write list: %w", err)
	}
	out := csv.NewWriter(w)
	head := make([]string, 0, len(columns()))
	for _, c := range columns() {
		head = append(head, string(c))
	}
	records := [][]string{head}
	for _, r := range rows {
		records = append(records, r.record())
	}
	if err := out.WriteAll(records); err != nil {
		return fmt.Errorf("write list: %w", err)
	}
	return nil
}

// record returns the cells of the row in the order of the columns.
func (r Row) record() []string {
	text := r.cells()
	text[colKind] = string(r.Kind)
	if r.Clips != 1 {
		text[colClips] = strconv.Itoa(r.Clips)
	}
	for c, cell := range r.kept {
		text[c] = cell
	}
	record := make([]string, 0, len(columns())+len(r.extra))
	for _, c := range columns() {
		record = append(record, guard(newlines(text[c])))
	}
	for _, cell := range r.extra {
		record = append(record, guard(cell))
	}
	return record
}

func (r Row) cells() map[column]string {
	switch r := r.Request.(type) {
	case client.VideoRequest:
		return videoCells(r)
	case client.ImageRequest:
		return imageCells(r)
	case client.EditRequest:
		text := imageCells(r.ImageRequest)
		text[colImages] = strings.Join(r.ImageURLs, " ")
		return text
	}
	return map[column]string{}
}

func videoCells(r client.VideoRequest) map[column]string {
	text := map[column]string{
		colModel: r.Model, colPrompt: r.Prompt, colNegative: r.NegativePrompt, colResolution: r.Resolution,
		colRatio: r.AspectRatio, colSize: r.Size, colFirst: r.FirstFrame(), colLast: r.LastFrame(),
	}
	if r.Seconds != 0 {
		text[colSeconds] = strconv.Itoa(r.Seconds)
	}
	if r.Audio {
		text[colAudio] = "yes"
	}
	if r.Seed != nil {
		text[colSeed] = strconv.FormatInt(*r.Seed, 10)
	}
	return text
}

func imageCells(r client.ImageRequest) map[column]string {
	return map[column]string{
		colModel: r.Model, colPrompt: r.Prompt, colSize: r.Size, colQuality: r.Quality, colFormat: r.OutputFormat,
	}
}
