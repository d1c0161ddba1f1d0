#pragma once
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include <bits/types/cookie_io_functions_t.h>
#include <histedit.h>

/* Swift cannot call variadic functions: one wrapper for each shape in which el_set and el_get are
   called. Nothing here decides anything. */

typedef unsigned char (*editline_command)(EditLine *, int);

static inline int editline_set_int(EditLine *e, int option, int value) {
  return el_set(e, option, value);
}
static inline int editline_set_string(EditLine *e, int option, const char *value) {
  return el_set(e, option, value);
}
static inline int editline_set_client_data(EditLine *e, void *value) {
  return el_set(e, EL_CLIENTDATA, value);
}
static inline int editline_set_reader(EditLine *e, el_rfunc_t reader) {
  return el_wset(e, EL_GETCFN, reader);
}
static inline int editline_set_tty(EditLine *e, const char *set, const char *mode) {
  return el_set(e, EL_SETTY, set, mode, NULL);
}
/* libedit's own prompts go where nobody looks: empty wide ones cost least. */
static inline wchar_t *editline_no_prompt(EditLine *e) {
  static wchar_t none[1];
  (void)e;
  return none;
}
static inline void editline_set_no_prompts(EditLine *e) {
  el_wset(e, EL_PROMPT, editline_no_prompt);
  el_wset(e, EL_RPROMPT, editline_no_prompt);
}
static inline int editline_set_history(EditLine *e, HistoryW *history) {
  return el_wset(e, EL_HIST, history_w, history);
}
static inline int editline_set_screen(EditLine *e, const char *capability, const char *value) {
  return el_set(e, EL_SETTC, capability, value, NULL);
}
/* The narrow call: the wide one would keep our pointer to the name. */
static inline int editline_add_command(EditLine *e, const char *name, editline_command command) {
  return el_set(e, EL_ADDFN, name, name, command);
}
static inline int editline_bind(EditLine *e, const char *key, const char *command) {
  return el_set(e, EL_BIND, key, command, NULL);
}
static inline int editline_bind_alternative(EditLine *e, const char *key, const char *command) {
  return el_set(e, EL_BIND, "-a", key, command, NULL);
}
/* Prints the key table to the output stream of the handle. */
static inline int editline_print_bindings(EditLine *e) { return el_set(e, EL_BIND, NULL); }

static inline void *editline_client_data(EditLine *e) {
  void *value = 0;
  el_get(e, EL_CLIENTDATA, &value);
  return value;
}
static inline int editline_get_int(EditLine *e, int option) {
  int value = 0;
  el_get(e, option, &value);
  return value;
}
static inline const char *editline_get_string(EditLine *e, int option) {
  const char *value = 0;
  el_get(e, option, &value);
  return value;
}

/* el_wline gives the live line of the handle, whose first members may be written; the text must not
   be longer than the line is now (insert spaces first to make room). Undo and kill buffer stay. */
static inline void editline_overwrite(EditLine *e, const wchar_t *text, size_t count,
                                      size_t cursor) {
  LineInfoW *line = (LineInfoW *)(void *)el_wline(e);
  wchar_t *start = (wchar_t *)line->buffer;
  if (count > 0) memcpy(start, text, count * sizeof(wchar_t));
  start[count] = 0;
  line->lastchar = start + count;
  line->cursor = start + cursor;
}

/* Puts the cursor back into the line, where libedit left it outside: `$` in vi's command mode on an
   empty line moves it before the start, and the next insertion would write there. */
static inline void editline_keep_cursor_inside(EditLine *e) {
  LineInfoW *line = (LineInfoW *)(void *)el_wline(e);
  if (line->cursor < line->buffer) line->cursor = line->buffer;
  if (line->cursor > line->lastchar) line->cursor = line->lastchar;
}

/* Whether the line is one character longer than `count`, and the character at its end, before the
   cursor, is this one. */
static inline int editline_ends_with(EditLine *e, wchar_t character, size_t count) {
  const LineInfoW *line = el_wline(e);
  return (size_t)(line->lastchar - line->buffer) == count + 1 && line->cursor == line->lastchar &&
         line->lastchar[-1] == character;
}

/* Declared here because _GNU_SOURCE would change what the Glibc module shows. */
extern FILE *fopencookie(void *, const char *, cookie_io_functions_t);
extern int wcwidth(wchar_t);
extern int tgetent(char *, const char *);
extern char *tgetstr(const char *, char **);

/* A stream that hands all that is written to it to one function. */
static inline FILE *editline_open_sink(void *cookie,
                                       ssize_t (*take)(void *, const char *, size_t)) {
  cookie_io_functions_t functions = {0, take, 0, 0};
  return fopencookie(cookie, "w", functions);
}
static inline FILE *editline_standard_input(void) { return stdin; }
