package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// querier is a transaction or a pool of connections.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// scanner is a row of a result.
type scanner interface{ Scan(dest ...any) error }

// list runs a query and scans every row.
func list[T any](
	ctx context.Context, q querier, scan func(scanner) (T, error), query string, args ...any,
) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

// rowChunk is the number of rows processed between two checks of the context.
const rowChunk = 500

// limit returns the LIMIT clause for n rows; "" for n <= 0.
func limit(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" LIMIT %d", n)
}

// placeholders returns "?, ?, ?" for a list of columns.
func placeholders(columns string) string {
	return strings.TrimSuffix(strings.Repeat("?, ", strings.Count(columns, ",")+1), ", ")
}

// assignments returns "a = ?, b = ?" for a list of columns, in the given format.
func assignments(columns, format string) string {
	names := strings.Split(columns, ",")
	for i, n := range names {
		names[i] = fmt.Sprintf(format, strings.TrimSpace(n))
	}
	return strings.Join(names, ", ")
}

// idList encodes ids as a query argument for json_each.
func idList(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return "[" + strings.Join(texts, ",") + "]"
}

// eachRow runs a query with very many rows. It bypasses the conversions of database/sql, which would take most of the
// time. values is valid until fn returns. It contains int64, float64, string and nil.
func eachRow(ctx context.Context, pool *sql.DB, query string, fn func(values []any)) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) (err error) {
		direct, ok := c.(driver.QueryerContext)
		if !ok {
			return fmt.Errorf("driver %T does not implement QueryerContext", c)
		}
		rows, err := direct.QueryContext(ctx, query, nil)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		values := make([]driver.Value, len(rows.Columns()))
		plain := make([]any, len(values))
		for {
			switch err := rows.Next(values); {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil:
				return err
			}
			for i, v := range values {
				plain[i] = v
			}
			fn(plain)
		}
	})
}

func integer(v any) int64 { n, _ := v.(int64); return n }

func textual(v any) string {
	switch s := v.(type) {
	case string:
		return s
	case []byte:
		return string(s)
	}
	return ""
}
