// What completes formsh's command line in bash, zsh and fish, from the table of options.

internal import FormFiles

/// `formsh --completion SHELL`.
enum ShellCompletion {
  /// The script for one of `Options.shells`.
  static func script(for shell: String) -> String {
    switch shell {
    case "zsh": zsh
    case "fish": fish
    default: bash
    }
  }

  private static var firstWords: String {
    (["check", "forms"] + FormFile.builtInNames).joined(separator: " ")
  }

  private static var forms: String { FormFile.builtInNames.joined(separator: " ") }

  private static func takesFile(_ row: OptionRow) -> Bool { row.value == "FILE" }

  // MARK: bash

  private static func names(_ row: OptionRow, separator: String = "|") -> String {
    ((row.short.map { ["-\($0)"] } ?? []) + ["--" + row.long]).joined(separator: separator)
  }

  private static var bash: String {
    let valued = Options.rows.filter { $0.value != nil }.map { row in
      let completed =
        takesFile(row)
        ? "_formsh_files"
        : row.words.isEmpty ? ":" : "_formsh_words '\(row.words.joined(separator: " "))'"
      return "    \(names(row))) \(completed); return ;;"
    }
    let options = Options.rows.map { names($0, separator: " ") }.joined(separator: " ")
    return """
      # Completion of formsh for bash; written by formsh --completion bash.
      _formsh_words() { COMPREPLY+=($(compgen -W "$1" -- "$cur")); }

      # _formsh_files [PATTERN]: files that end like this, and folders.
      _formsh_files() {
        local file IFS=$'\\n'
        compopt -o filenames 2>/dev/null
        for file in $(compgen -f -- "$cur"); do
          if [[ -d $file || $file == ${1:-*} ]]; then COMPREPLY+=("$file"); fi
        done
      }

      _formsh() {
        local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} word count=0 first=
        COMPREPLY=()
        # bash takes --format=csv for three words.
        if [[ $cur == = ]]; then cur=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
        case $before in
      \(valued.joined(separator: "\n"))
        esac
        if [[ $cur == -* ]]; then
          _formsh_words '\(options)'
          return
        fi
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $word in
            -*) ;;
            *) [[ $count -gt 0 ]] || first=$word; count=$((count + 1)) ;;
          esac
        done
        if [[ $count -eq 0 ]]; then
          _formsh_words '\(firstWords)'
          _formsh_files '*.json'
        elif [[ $first == forms ]]; then
          _formsh_words '\(forms)'
        elif [[ $first == check && $count -eq 1 ]]; then
          _formsh_words '\(forms)'
          _formsh_files '*.json'
        elif [[ $first == check ]]; then
          _formsh_files
        fi
      }
      complete -F _formsh formsh
      """
  }

  // MARK: zsh

  private static var zsh: String {
    let rows = Options.rows.map { row -> String in
      let help = zshText(row.help)
      let action =
        row.value.map { value in
          let how = takesFile(row) ? "_files" : "(\(row.words.joined(separator: " ")))"
          return ":\(value):\(row.words.isEmpty && !takesFile(row) ? " " : how)"
        } ?? ""
      guard let short = row.short else { return "    '--\(row.long)[\(help)]\(action)' \\" }
      return "    '(-\(short) --\(row.long))'{-\(short),--\(row.long)}'[\(help)]\(action)' \\"
    }
    return """
      #compdef formsh
      # Completion of formsh for zsh; written by formsh --completion zsh.
      _formsh_operands() {
        if (( CURRENT == 1 )); then
          compadd -- \(firstWords)
          _files -g '*.json'
        elif [[ $line[1] == forms ]]; then
          compadd -- \(forms)
        elif [[ $line[1] == check && CURRENT -eq 2 ]]; then
          compadd -- \(forms)
          _files -g '*.json'
        elif [[ $line[1] == check ]]; then
          _files
        fi
      }
      _formsh() {
        local -a line
        _arguments -s -S \\
      \(rows.joined(separator: "\n"))
          '*:: :_formsh_operands'
      }
      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _formsh "$@"; else compdef _formsh formsh; fi
      """
  }

  private static func zshText(_ text: String) -> String {
    text.reduce(into: "") { out, c in
      if "[]:\\".contains(c) { out.append("\\") }
      out += c == "'" ? "'\\''" : String(c)
    }
  }

  // MARK: fish

  private static var fish: String {
    let rows = Options.rows.map { row -> String in
      var line = "complete -c formsh"
      if let short = row.short { line += " -s \(short)" }
      line += " -l \(row.long)"
      if row.value != nil {
        line += takesFile(row) ? " -r -F" : " -x"
        if !row.words.isEmpty { line += " -a '\(row.words.joined(separator: " "))'" }
      }
      return line + " -d '\(row.help.filter { $0 != "'" })'"
    }
    return """
      # Completion of formsh for fish; written by formsh --completion fish.
      complete -c formsh -f
      complete -c formsh -n 'test (count (commandline -poc)) -eq 1' -a '\(firstWords)'
      complete -c formsh -n 'test (count (commandline -poc)) -eq 1' -k -a '(__fish_complete_suffix .json)'
      complete -c formsh -n '__fish_seen_subcommand_from forms' -a '\(forms)'
      complete -c formsh -n '__fish_seen_subcommand_from check' -a '\(forms)'
      complete -c formsh -n '__fish_seen_subcommand_from check' -F
      \(rows.joined(separator: "\n"))
      """
  }
}
