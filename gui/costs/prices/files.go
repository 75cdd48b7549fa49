package prices

import (
	"bytes"
	"fmt"
	"io"

	"viviscope/client"
	"viviscope/db/folder"
)

// maxFile is the largest price file that is read, bytes.
const maxFile = 1 << 20

// readFile reads a CSV file of prices. Its error names the line and the column that is wrong.
func readFile(path string) (client.PriceTable, error) {
	data, err := folder.ReadFile(path, maxFile)
	if err != nil {
		return client.PriceTable{}, err
	}
	table, err := client.ReadPriceCSV(bytes.NewReader(data))
	if err != nil {
		return client.PriceTable{}, fmt.Errorf("read prices: %w", err)
	}
	return table, nil
}

// writeFile writes a CSV file of prices for spreadsheet programs.
func writeFile(path string, table client.PriceTable) error {
	return folder.WriteFile(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, client.CSVByteOrderMark); err != nil {
			return err
		}
		return table.WriteCSV(w)
	})
}
