// viviscope.com: what cmd and PowerShell start for the name viviscope, because .com comes before .exe. Viviscope.exe is a program with
// windows, for which no shell waits, so that its output would appear behind the next prompt. This one starts Viviscope.exe, which stands
// beside it, with the same arguments and the same console, waits for it, and ends with its exit code.
#include <windows.h>

static BOOL WINAPI ignore(DWORD event) {
  return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT; // Viviscope.exe ends in order, and this one with it
}

// arguments returns what follows the name of the program in a command line.
static WCHAR *arguments(WCHAR *line) {
  BOOL quoted = FALSE;
  for (; *line && (quoted || (*line != L' ' && *line != L'\t')); line++)
    if (*line == L'"') quoted = !quoted;
  while (*line == L' ' || *line == L'\t') line++;
  return line;
}

static int fail(const char *why) {
  DWORD written;
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), why, lstrlenA(why), &written, NULL);
  return 1;
}

int main(void) {
  static WCHAR program[32768], line[65536];
  DWORD length = GetModuleFileNameW(NULL, program, 32768 - 1);
  if (length < 4 || length >= 32768 - 1) return fail("viviscope: its own path is too long\r\n");
  lstrcpyW(program + length - 4, L".exe");
  WCHAR *rest = arguments(GetCommandLineW());
  if (lstrlenW(program) + lstrlenW(rest) > 65536 - 8) return fail("viviscope: the command line is too long\r\n");
  lstrcpyW(line, L"\"");
  lstrcatW(line, program);
  lstrcatW(line, L"\" ");
  lstrcatW(line, rest);

  SetConsoleCtrlHandler(ignore, TRUE);
  STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
  start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION started;
  if (!CreateProcessW(program, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &started))
    return fail("viviscope: Viviscope.exe cannot be started from the folder of viviscope.com\r\n");
  CloseHandle(started.hThread);
  WaitForSingleObject(started.hProcess, INFINITE);
  DWORD code = 1;
  GetExitCodeProcess(started.hProcess, &code);
  return (int)code;
}
