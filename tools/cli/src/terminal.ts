/** What a command has of the world around it; specs give their own. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  /** What was asked for. */
  print(line: string): void;
  /** What else there is to say. */
  note(line: string): void;
  /** `hidden`: it is not shown while it is typed. */
  ask(question: string, hidden?: boolean): Promise<string>;
  /** All that comes on the standard input. */
  input(): Promise<string>;
  /** Shows a page to the person, where there is one with a screen and the page belongs to the requested auth API. */
  open(address: string, requested: string): void;
  pause(ms: number): Promise<void>;
  /** Ends what goes on until Ctrl-C. */
  signal: AbortSignal;
}

/** One line of the person, or of a pipe. */
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
