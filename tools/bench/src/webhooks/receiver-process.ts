import type { ChildProcess } from 'node:child_process';
import type { Stage } from '../stage';
import type { FromReceivers, ToReceivers } from './receivers';

/** Latencies of the events at the measured webhook receivers, and the arrival time of the last event. */
export interface Received {
  /** Arrival time of the last event in milliseconds since 1970. */
  at: number;
  latencies: number[];
}

/** Controls the webhook receivers, which run in a separate process. */
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

  /**
   * Resolves when each of the given receivers has received `each` more events. Call before the events are
   * written.
   */
  async get(receivers: readonly number[], each: number): Promise<Received> {
    const have = messageOf(this.child, 'have');
    this.send({ kind: 'expect', receivers, each });
    return have;
  }

  hang(receiver: number): void {
    this.send({ kind: 'hang', receiver });
  }

  /** Sends the responses that `hang` held back. */
  release(): void {
    this.send({ kind: 'release' });
  }

  private send(message: ToReceivers): void {
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
