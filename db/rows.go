package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// eachRow runs a query that reads very many rows: without the conversions of database/sql, which would take most of the
// time. What fn is given holds until it returns; numbers are int64 and float64, texts string, NULL nil.
func eachRow(ctx context.Context, pool *sql.DB, query string, fn func(values []any)) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return eachRowOf(ctx, conn, query, fn)
}

// eachRowOf is eachRow on a connection, which may be in a transaction.
func eachRowOf(ctx context.Context, conn *sql.Conn, query string, fn func(values []any)) error {
	return conn.Raw(func(c any) (err error) {
		direct, ok := c.(driver.QueryerContext)
		if !ok {
			return fmt.Errorf("a driver of type %T cannot be asked directly", c)
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
