import { Readable } from 'node:stream';
import { ApiError, type DocumentRow, type ListQuery } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { events } from '../event.resource';
import type { Waker } from './open-streams';
import { checkEpoch, epochOf, messageId, type StreamPosition } from './stream-position';

/** Interval in milliseconds at which an event stream polls for events, because a notification can be lost. */
const POLL_MS = 5_000;
/** Interval in milliseconds at which an event stream checks whether it must end. */
const CHECK_MS = 1_000;
/**
 * Interval in milliseconds between comments on an idle event stream. The comments keep proxies from closing
 * the connection.
 */
const HEARTBEAT_MS = 15_000;

export const BATCH_SIZE = 100;

export interface StreamParts {
  origin: string;
  fields: ListQuery['fields'];
  position: StreamPosition;
  waker: Waker;
  /**
   * Reads the next events with the current permission scopes of the token. Throws if the token may no longer
   * read events.
   */
  read(position: StreamPosition): Promise<Page>;
  isServing(): boolean;
}

/**
 * Streams the events of a shop as server-sent events (HTML Standard §9.2). The data of a message is the
 * resource object of an event. The message `end` contains the error that ended the stream.
 */
export function eventStream({ origin, fields, waker, read, isServing, ...parts }: StreamParts): Readable {
  async function* text(): AsyncGenerator<string> {
    let { position } = parts;
    yield `retry: 1000\nid: ${messageId(position)}\n\n`;
    for (let sentAt = performance.now(); ;) {
      waker.isDue = false;
      const page = await read(position);
      checkEpoch(position.epoch, epochOf(page));
      if (page.rows.length > 0) {
        position = { ...position, sequence: String(page.rows.at(-1)!['sequence']) };
        sentAt = performance.now();
        yield page.rows.map((row) => message(row, origin, fields)).join('');
      } else if (performance.now() - sentAt >= HEARTBEAT_MS) {
        sentAt = performance.now();
        yield ':\n\n';
      }
      if (page.rows.length === BATCH_SIZE) continue;
      const readAgainAt = performance.now() + POLL_MS;
      while (!waker.isDue && performance.now() < readAgainAt && isServing() && !stream.destroyed)
        await waker.next(CHECK_MS);
      if (!isServing() || stream.destroyed) return;
    }
  }
  async function* untilError(): AsyncGenerator<string> {
    try {
      yield* text();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      yield endMessage(error);
    }
  }
  const stream = Readable.from(untilError(), { objectMode: false });
  return stream;
}

function message(row: DocumentRow, origin: string, fields: ListQuery['fields']): string {
  const id = messageId({ epoch: Number(row['epoch']), sequence: String(row['sequence']) });
  return `id: ${id}\ndata: ${events.render(row, origin, fields)}\n\n`;
}

function endMessage({ status, code, title, message: detail }: ApiError): string {
  return `event: end\ndata: ${JSON.stringify({ errors: [{ status: String(status), code, title, detail }] })}\n\n`;
}
