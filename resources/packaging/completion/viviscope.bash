# Completion of viviscope for bash: the program itself knows its commands and flags.
_viviscope() {
  local IFS=$'\n'
  COMPREPLY=($(viviscope complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _viviscope viviscope
