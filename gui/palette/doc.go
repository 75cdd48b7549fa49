// Package palette is a sheet on which every command is found by typing a part of its name.
package palette
