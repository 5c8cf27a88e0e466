/**
 * `lacquer completion <shell>` and `lacquer manual`: the shell's completion script and the manual page, generated from
 * the commands themselves.
 *
 *   addCompletionCommands    call it after all other commands are added
 */
import { Argument, type Command, type Option } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

interface Described {
  /** `lacquer user add` */
  readonly path: string;
  readonly command: Command;
}

function describedCommands(command: Command, above = ''): Described[] {
  const path = `${above}${command.name()}`;
  return [{ path, command }, ...command.commands.flatMap((below) => describedCommands(below, `${path} `))];
}

const longNames = ({ options }: Command): string[] => [...options.flatMap(({ long }) => long ?? []), '--help'];
const choicesOf = (command: Command): string[] => {
  const each = [...command.registeredArguments, ...command.options].flatMap(({ argChoices }) => argChoices ?? []);
  return [...new Set(each)];
};
const wordsOf = (command: Command): string[] => [
  ...command.commands.map((below) => below.name()),
  ...choicesOf(command),
  ...longNames(command),
];

/** Maps the commands typed so far to the words that can follow. */
const cases = (described: readonly Described[]): string =>
  described.map(({ path, command }) => `    '${path}') words='${wordsOf(command).join(' ')}' ;;`).join('\n');
const pathsBelow = (described: readonly Described[]): string =>
  described
    .slice(1)
    .map(({ path }) => `'${path}'`)
    .join('|');

const bash = (described: readonly Described[]): string => `# eval "$(lacquer completion bash)"
_lacquer() {
  local path=lacquer word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in ${pathsBelow(described)}) path="$path $word" ;; esac
  done
  case "$path" in
${cases(described)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _lacquer lacquer
`;

const zsh = (described: readonly Described[]): string => `#compdef lacquer
# eval "$(lacquer completion zsh)", after compinit
_lacquer() {
  local path_=lacquer word words_=''
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$path_ $word" in ${pathsBelow(described)}) path_="$path_ $word" ;; esac
  done
  case "$path_" in
${cases(described).replaceAll(' words=', ' words_=')}
  esac
  compadd -- \${(s: :)words_}
  _files
}
compdef _lacquer lacquer
`;

const quotedForFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
function fish(described: readonly Described[]): string {
  const lines = described.flatMap(({ path, command }) => {
    const [, ...names] = path.split(' ');
    const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
    const when = `-n ${quotedForFish(seen === '' ? '__fish_use_subcommand' : seen)}`;
    const below = command.commands.map((one) => `-f -a ${one.name()} -d ${quotedForFish(one.description())}`);
    const choices = choicesOf(command).map((choice) => `-f -a ${quotedForFish(choice)}`);
    const options = command.options.flatMap(({ long, description }) =>
      long ? [`-l ${long.slice(2)} -d ${quotedForFish(description)}`] : [],
    );
    return [...below, ...choices, ...options].map((rest) => `complete -c lacquer ${when} ${rest}`);
  });
  return `# lacquer completion fish | source\n${lines.join('\n')}\n`;
}

/** Text for troff, in which a line must not begin with a dot or a quote. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');

const optionText = ({ flags, description }: Option): string => `.TP\n.B ${roff(flags)}\n${roff(description)}`;

function manual(program: Command, described: readonly Described[], version: string): string {
  const commands = described.slice(1).map(({ path, command }) => {
    const names = path.split(' ').slice(1).join(' ');
    return [
      `.SS ${roff(`${names} ${command.usage()}`)}`,
      roff(command.description()),
      ...command.options.map(optionText),
    ].join('\n');
  });
  return `${[
    `.TH LACQUER 1 "" "Lacquer ${roff(version)}"`,
    '.SH NAME\nlacquer \\- runs and looks after an image platform for vehicles',
    `.SH SYNOPSIS\n.B lacquer\n${roff(program.usage())}`,
    `.SH DESCRIPTION\n${roff(program.description())}`,
    `.SH COMMANDS\n${commands.join('\n')}`,
    '.SH EXIT STATUS\n0: done. 1: failed or refused, with a sentence. 2: wrong usage or settings, or the server cannot be asked.',
  ].join('\n')}\n`;
}

export function addCompletionCommands(program: Command, version: string): void {
  const described = () => describedCommands(program);
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .description('print what completes the commands in a shell: eval "$(lacquer completion bash)"')
    .action((shell: (typeof SHELLS)[number]) => {
      process.stdout.write({ bash, zsh, fish }[shell](described()));
    });
  program
    .command('manual')
    .description('print the manual page: lacquer manual | man -l -')
    .action(() => {
      process.stdout.write(manual(program, described(), version));
    });
}
