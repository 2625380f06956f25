//! What shells need to complete command lines of qc, from the tables.
//!
//! *Invariant:* every option and every command is completed in every shell.

use std::fmt::Write;

use crate::driver::option_rows::{COMMANDS, Row, TABLE, Takes, Values};
use crate::driver::options::Shell;

/// The completions for a shell.
pub fn of(shell: Option<Shell>) -> String {
    match shell {
        Some(Shell::Bash) => bash(),
        Some(Shell::Zsh) => zsh(),
        Some(Shell::Fish) => fish(),
        None => String::new(),
    }
}

/// `--name`, or `--name=` where a value must follow.
fn long(row: &Row) -> String {
    match row.takes {
        Takes::Nothing | Takes::Perhaps(_) => row.long.to_owned(),
        Takes::Value(_) => format!("{}=", row.long),
    }
}

fn command_words() -> String {
    let words: Vec<_> = COMMANDS.iter().map(|command| command.word).collect();
    words.join(" ")
}

/// For bash: `eval "$(qc --completions=bash)"`.
fn bash() -> String {
    let options: Vec<_> = TABLE.iter().map(long).collect();
    let mut out = String::from(
        "# Completions of qc for bash. In ~/.bashrc: eval \"$(qc --completions=bash)\"\n\
         _qc() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n    \
         # The shell makes words of their own of `--name`, `=` and the value.\n    \
         if [[ $word == \"=\" ]]; then word=\"\"; fi\n    \
         if [[ $before == \"=\" ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n    \
         COMPREPLY=()\n    case $before in\n",
    );
    for row in TABLE {
        let reply = match row.values {
            Values::Words(words) => format!("compgen -W \"{}\"", words.join(" ")),
            Values::File => "compgen -f".to_owned(),
            Values::Folder => "compgen -d".to_owned(),
            Values::Other => continue,
        };
        let spellings: Vec<_> = row.spellings().collect();
        let _ = writeln!(out, "        {})", spellings.join("|"));
        let _ = writeln!(
            out,
            "            COMPREPLY=($({reply} -- \"$word\")); return ;;"
        );
    }
    let _ = write!(
        out,
        "    esac\n    if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))\n        \
         [[ ${{COMPREPLY[0]-}} == *= ]] && compopt -o nospace\n        return\n    fi\n    \
         COMPREPLY=($(compgen -f -X '!*.q' -- \"$word\") $(compgen -d -- \"$word\"))\n    \
         [[ $COMP_CWORD == 1 ]] && COMPREPLY+=($(compgen -W \"{}\" -- \"$word\"))\n}}\n\
         complete -o filenames -F _qc qc\n",
        options.join(" "),
        command_words()
    );
    out
}

/// For zsh: a file `_qc` in a folder of `$fpath`.
fn zsh() -> String {
    let mut out = String::from(
        "#compdef qc\n# Completions of qc for zsh: qc --completions=zsh > FOLDER/_qc, with FOLDER in $fpath\n_arguments -s \\\n",
    );
    for row in TABLE {
        let help = zsh_text(row.help);
        let value = match row.takes {
            Takes::Nothing => String::new(),
            Takes::Value(what) => format!(":{what}:{}", zsh_action(row.values)),
            Takes::Perhaps(what) => format!("::{what}:{}", zsh_action(row.values)),
        };
        if let Some(short) = row.short {
            let plus = if row.takes == Takes::Nothing { "" } else { "+" };
            let value = value.replace("::", ":");
            let _ = writeln!(out, "    '*{short}{plus}[{help}]{value}' \\");
        }
        let equal = match row.takes {
            Takes::Nothing => "",
            Takes::Value(_) => "=",
            Takes::Perhaps(_) => "=-",
        };
        let _ = writeln!(out, "    '*{}{equal}[{help}]{value}' \\", row.long);
    }
    let _ = writeln!(
        out,
        "    '1: :{{_alternative \"commands::({})\" \"files::_files -g \\\"*.q\\\"\"}}' \\",
        command_words()
    );
    out.push_str("    '*:file:_files'\n");
    out
}

fn zsh_action(values: Values) -> String {
    match values {
        Values::Words(words) => format!("({})", words.join(" ")),
        Values::File => "_files".to_owned(),
        Values::Folder => "_files -/".to_owned(),
        Values::Other => " ".to_owned(),
    }
}

/// Text within the quotes and brackets of an argument of `_arguments`.
fn zsh_text(text: &str) -> String {
    text.replace('\'', "'\\''")
        .replace('[', "\\[")
        .replace(']', "\\]")
        .replace(':', "\\:")
}

/// For fish: `qc --completions=fish | source`.
fn fish() -> String {
    let mut out = String::from(
        "# Completions of qc for fish: qc --completions=fish > ~/.config/fish/completions/qc.fish\n",
    );
    for command in COMMANDS {
        let help = fish_text(command.help);
        let _ = writeln!(
            out,
            "complete -c qc -n __fish_is_first_token -a {} -d '{help}'",
            command.word
        );
    }
    for row in TABLE {
        let letter = row.short.map_or(String::new(), |short| {
            format!(" -s {}", short.trim_start_matches('-'))
        });
        let value = match row.values {
            Values::Words(words) => format!(" -x -a '{}'", words.join(" ")),
            Values::File => " -r -F".to_owned(),
            Values::Folder => " -x -a '(__fish_complete_directories)'".to_owned(),
            Values::Other if row.takes == Takes::Nothing => String::new(),
            Values::Other => " -x".to_owned(),
        };
        let help = fish_text(row.help);
        let _ = writeln!(
            out,
            "complete -c qc{letter} -l {}{value} -d '{help}'",
            row.name()
        );
    }
    out
}

fn fish_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\'', "\\'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_knows_every_option_and_command() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let text = of(Some(shell));
            for row in TABLE {
                let long = match shell {
                    Shell::Bash | Shell::Zsh => row.long.to_owned(),
                    Shell::Fish => format!(" -l {} ", row.name()),
                };
                assert!(text.contains(&long), "{shell:?}: {}", row.long);
            }
            for command in COMMANDS {
                assert!(text.contains(command.word), "{shell:?}: {}", command.word);
            }
        }
    }
}
