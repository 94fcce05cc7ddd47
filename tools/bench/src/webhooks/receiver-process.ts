import type { ChildProcess } from 'node:child_process';
import type { Stage } from '../stage';
import type { FromReceivers, ToReceivers } from './receivers';

/** What came to the receivers that were watched. */
export interface Came {
  /** The last one, ms since 1970. */
  at: number;
  latencies: number[];
}

/** The receivers, seen from the benchmark. */
export class ReceiverProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly ports: readonly number[],
  ) {}

  static async start(stage: Stage, count: number): Promise<ReceiverProcess> {
    const child = stage.startProgram('--receivers');
    const opened = messageOf(child, 'ports');
    child.send({ kind: 'open', count } satisfies ToReceivers);
    return new ReceiverProcess(child, (await opened).ports);
  }

  /** Resolves once each of them has got so many more events. Call it before they are written. */
  async get(receivers: readonly number[], each: number): Promise<Came> {
    const have = messageOf(this.child, 'have');
    this.tell({ kind: 'expect', receivers, each });
    return have;
  }

  hang(receiver: number): void {
    this.tell({ kind: 'hang', receiver });
  }

  /** Answers what was held back. */
  release(): void {
    this.tell({ kind: 'release' });
  }

  private tell(message: ToReceivers): void {
    this.child.send(message);
  }
}

function messageOf<K extends FromReceivers['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<FromReceivers, { kind: K }>> {
  return new Promise((settle, reject) => {
    const ended = () => reject(new Error('the receivers ended'));
    child.once('exit', ended);
    child.once('message', (message: FromReceivers) => {
      child.off('exit', ended);
      if (message.kind !== kind) return reject(new Error(`the receivers said ${message.kind}`));
      settle(message as Extract<FromReceivers, { kind: K }>);
    });
  });
}
