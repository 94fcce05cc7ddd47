/** Input and output of a command. Specs replace the terminal. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  /** Command without its options, which a person sees before they confirm it in a browser. */
  command: string;
  /** Prints the result of a command. */
  print(line: string): void;
  /** Prints a message to the person. */
  note(line: string): void;
  /** Asks a question. `hidden` does not echo the input. */
  ask(question: string, hidden?: boolean): Promise<string>;
  /** True if a person is at the terminal. */
  isInteractive(): boolean;
  /** Reads the whole standard input. */
  input(): Promise<string>;
  /**
   * Opens a page in the browser if the machine has a screen and the page belongs to the requested auth API.
   */
  open(address: string, requested: string): void;
  pause(ms: number): Promise<void>;
  /** Signal that Ctrl-C aborts. */
  signal: AbortSignal;
}

/** Reads a line from a person or a pipe. */
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
