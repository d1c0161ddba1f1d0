// sh: assignments that a shell can eval.

public import Forms

/// Writes records as `name='Kim'` lines, safe for `eval` in any POSIX shell.
///
/// Every field has its line in every record, so that no value of an earlier record is left over. No value is
/// `name=` and the empty text is `name=''`: for the shell both are empty, a reader of the lines can tell them
/// apart. A text keeps its line feeds; U+0000, which no shell can hold, is left out.
public struct ShWriter: RecordWriter {
  /// `name=` for each field.
  private let starts: [Bytes]

  /// A writer for a form; see ``unusableField(_:)``.
  public init(_ form: Form) {
    starts = form.fields.map { $0.name + [UInt8(ascii: "=")] }
  }

  /// Writes the lines of a record.
  public func write(_ record: Record, into out: inout Bytes) {
    let values = record.values.span
    let starts = starts.span
    var most = 0
    // A quote becomes four bytes; quotes and line feed besides.
    for i in values.indices { most += starts[i].count + values[i].text.count * 4 + 3 }
    out.write(most: most) { pen in
      for i in values.indices {
        pen.put(starts[i].span)
        if !values[i].kind.isNothing { ShWriter.putQuoted(values[i].text.span, &pen) }
        pen.put(0x0A)
      }
    }
  }

  @inline(__always)
  private static func putQuoted(_ text: Span<UInt8>, _ pen: inout Pen) {
    pen.put(UInt8(ascii: "'"))
    let isPlain = pen.putPlain(text) { word in
      EightBytes.find(UInt8(ascii: "'"), in: word) | EightBytes.find(0, in: word)
    }
    if !isPlain { putEscaped(text, &pen) }
    pen.put(UInt8(ascii: "'"))
  }

  @inline(never)
  private static func putEscaped(_ text: Span<UInt8>, _ pen: inout Pen) {
    for i in text.indices where text[i] != 0 {
      pen.put(text[i])
      guard text[i] == UInt8(ascii: "'") else { continue }
      // The quote closed the text: a quote outside of it, then it opens again.
      pen.put(UInt8(ascii: "\\"))
      pen.put(UInt8(ascii: "'"))
      pen.put(UInt8(ascii: "'"))
    }
  }
}

extension ShWriter {
  /// Why a field cannot be a variable of a shell.
  public enum NameFault: Sendable, Equatable {
    /// The name is no identifier: a letter or `_`, then letters, digits and `_`, all ASCII.
    case notAnIdentifier
    /// The shell, or what it starts, gives the name a meaning of its own.
    case ownedByShell
  }

  /// The first field whose name a shell cannot take as a variable; nil when the form can be written.
  public static func unusableField(_ form: Form) -> (name: Bytes, reason: NameFault)? {
    for field in form.fields {
      guard isIdentifier(field.name) else { return (field.name, .notAnIdentifier) }
      if isOwned(field.name) { return (field.name, .ownedByShell) }
    }
    return nil
  }

  private static func isIdentifier(_ name: Bytes) -> Bool {
    guard let first = name.first, !isDigit(first) else { return false }
    return name.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "_") || isLetter($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private static func isOwned(_ name: Bytes) -> Bool {
    owned.contains(name) || ownedBeginnings.contains { name.begins(with: $0) }
  }

  /// Variables that POSIX's sh, bash, dash, ksh or zsh set or obey, or the loader and common tools obey.
  ///
  /// zsh's lower-case ones are those that are tied to a POSIX one or cannot be set.
  private static let owned = Set(
    """
    _ ARGV0 CDPATH COLUMNS COMP_CWORD COMP_KEY COMP_LINE COMP_POINT COMP_TYPE COMP_WORDBREAKS
    COMP_WORDS COMPREPLY COPROC DIRSTACK EDITOR EMACS ENV EPOCHREALTIME EPOCHSECONDS ERRNO EUID
    EXECIGNORE FCEDIT FIGNORE FPATH FUNCNAME FUNCNEST GLOBIGNORE GLOBSORT GROUPS HISTCMD
    HISTCONTROL HISTFILE HISTFILESIZE HISTIGNORE HISTSIZE HISTTIMEFORMAT HOME HOSTFILE HOSTNAME
    HOSTTYPE IFS IGNOREEOF INPUTRC INSIDE_EMACS LANG LANGUAGE LINENO LINES LOGNAME MACHTYPE MAIL
    MAILCHECK MAILPATH MANPATH MAPFILE NLSPATH NULLCMD OLDPWD OPTARG OPTERR OPTIND OSTYPE PATH
    PIPESTATUS POSIXLY_CORRECT PPID PROMPT PROMPT_COMMAND PROMPT_DIRTRIM PS0 PS1 PS2 PS3 PS4 PWD
    RANDOM READNULLCMD READLINE_ARGUMENT READLINE_LINE READLINE_MARK READLINE_POINT REPLY SECONDS
    SHELL SHELLOPTS SHLVL SRANDOM TERM TIMEFORMAT TMOUT TMPDIR TMPPREFIX TTY TZ UID USER USERNAME
    VISUAL ZDOTDIR
    argv cdpath fignore fpath histchars mailpath manpath module_path path pipestatus prompt psvar
    signals status watch
    """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { Bytes($0.utf8) })

  private static let ownedBeginnings = ["BASH", "LC_", "LD_", "ZSH_"].map { Bytes($0.utf8) }
}
