/**
 * A progress line on standard error: rewritten in a terminal, printed every half minute in a log.
 *
 *   openProgressLine
 */
const TERMINAL_MS = 200;
const LOG_MS = 30_000;

export function openProgressLine(output: NodeJS.WriteStream = process.stderr) {
  const interval = output.isTTY ? TERMINAL_MS : LOG_MS;
  let shownAt = performance.now() - (output.isTTY ? interval : 0);
  let open = false;
  const clear = () => {
    if (open) output.write('\r\x1b[2K');
    open = false;
  };
  return {
    /** @param textOf called only when the line is due */
    show(textOf: () => string): void {
      const now = performance.now();
      if (now - shownAt < interval) return;
      shownAt = now;
      if (!output.isTTY) return void output.write(`${textOf()}\n`);
      clear();
      output.write(textOf().slice(0, Math.max((output.columns || 80) - 1, 20)));
      open = true;
    },
    /** Prints a permanent line. */
    say(text: string): void {
      clear();
      output.write(`${text}\n`);
    },
    clear,
  };
}
export type ProgressLine = ReturnType<typeof openProgressLine>;
