// path.exe add|remove FOLDER: adds a folder to the PATH of this account, or takes it away. The installer carries it, because the strings of
// NSIS end after 1,024 characters: a longer PATH would be cut.
#include <windows.h>
#include <wchar.h>

#define MOST 32768

// matches reports whether an entry of PATH, of some length, is the folder.
static BOOL matches(const WCHAR *entry, size_t length, const WCHAR *folder) {
  while (length && entry[length - 1] == L'\\') length--;
  return length == wcslen(folder) && !_wcsnicmp(entry, folder, length);
}

int wmain(int argc, WCHAR **argv) {
  static WCHAR old[MOST], new[2 * MOST];
  if (argc != 3 || !*argv[2] || wcslen(argv[2]) > MAX_PATH || wcschr(argv[2], L';')) return 2;
  BOOL add = !wcscmp(argv[1], L"add");
  HKEY key;
  if (RegCreateKeyExW(HKEY_CURRENT_USER, L"Environment", 0, NULL, 0, KEY_QUERY_VALUE | KEY_SET_VALUE, NULL, &key, NULL)) return 1;
  DWORD type = REG_EXPAND_SZ, size = sizeof old - sizeof *old;
  LSTATUS status = RegQueryValueExW(key, L"Path", NULL, &type, (BYTE *)old, &size);
  if (status && status != ERROR_FILE_NOT_FOUND) return 1; // too long, or not readable: it stays as it is
  if (type != REG_SZ && type != REG_EXPAND_SZ) return 1;
  if (status) *old = 0;
  BOOL there = FALSE;
  for (const WCHAR *entry = old; *entry;) {
    size_t length = wcscspn(entry, L";");
    if (matches(entry, length, argv[2]))
      there = TRUE;
    if (length && (add || !matches(entry, length, argv[2]))) {
      if (*new) wcscat(new, L";");
      wcsncat(new, entry, length);
    }
    entry += length + (entry[length] == L';');
  }
  if (there == add) return 0;
  if (add) {
    if (*new) wcscat(new, L";");
    wcscat(new, argv[2]);
  }
  status = *new || add ? RegSetValueExW(key, L"Path", 0, type, (const BYTE *)new, (DWORD)((wcslen(new) + 1) * sizeof *new))
                       : RegDeleteValueW(key, L"Path");
  RegCloseKey(key);
  DWORD_PTR ignored;
  SendMessageTimeoutW(HWND_BROADCAST, WM_SETTINGCHANGE, 0, (LPARAM)L"Environment", SMTO_ABORTIFHUNG, 2000, &ignored);
  return status ? 1 : 0;
}
