import { UsageError } from './failures';

/** Input and output of a CLI command. Specs replace it with a fake terminal. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  /** Command without its options, which the browser shows to the user for confirmation. */
  command: string;
  print(line: string): void;
  note(line: string): void;
  /** Asks the user a question. With `hidden`, the terminal does not echo the input. */
  ask(question: string, hidden?: boolean): Promise<string>;
  isInteractive(): boolean;
  input(): Promise<string>;
  /**
   * Opens a page in the browser if the machine has a screen and the page belongs to the auth API at
   * `requested`.
   */
  open(address: string, requested: string): void;
  pause(ms: number): Promise<void>;
  signal: AbortSignal;
}

/** Asks the user to confirm the printed changes. Throws UsageError if the terminal is not interactive. */
export async function isAgreed(terminal: Terminal, verb: 'Apply' | 'Approve' | 'Reject'): Promise<boolean> {
  if (!terminal.isInteractive()) throw new UsageError(`${verb.toLowerCase()} these changes with --yes.`);
  return /^y(es)?$/i.test((await terminal.ask(`${verb} these changes? [y/N] `)).trim());
}

let lines: AsyncIterator<string> | undefined;
export async function askPerson(question: string, hidden = false): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  if (!process.stdin.isTTY) {
    lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const { value, done } = await lines.next();
    return done ? '' : (value as string);
  }
  process.stderr.write(question);
  const { Writable } = await import('node:stream');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reading = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: true,
  });
  try {
    return await reading.question('');
  } finally {
    reading.close();
    if (hidden) process.stderr.write('\n');
  }
}

export const readInput = async () => (await import('node:stream/consumers')).text(process.stdin);
