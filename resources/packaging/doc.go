// Package packaging holds what turns the program into packages: scripts, the texts of the packages, and the command pack, which
// makes what a shell cannot make alike on every system (icons, the bill of materials, licences, zip files).
//
//	stage.sh     the folder that every Linux package carries: bin/ and share/, for a given binary
//	linux.sh     the .tar.xz and the .deb, out of one such folder
//	fyne.sh      the .app of macOS and the .exe of Windows, by Fyne's packager
//	install.sh   puts such a folder under a prefix and takes it away again; `make install` uses it, and the .tar.xz carries it
//	about.sh     what FyneApp.toml and the last commit say: version, date, architecture, flags
//
// The name, the id and the version stand in FyneApp.toml alone. What has to repeat them is held to it by the tests here.
package packaging
