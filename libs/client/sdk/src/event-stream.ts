import { ApiError, type ApiErrorObject } from './errors';
import { joined, type ResourceObject } from './joined';
import type { LogEnd, LogEvent } from './log-event';
import { queryString } from './query';
import type { Filter } from './resource-types';
import type { RequestOptions, Transport } from './transport';

export interface StreamOptions extends RequestOptions {
  /**
   * Position in the event log from which to continue: `sequence` and `epoch` of the last event that you
   * applied.
   */
  after?: LogEnd;
  /** Filter for events, such as `{ resource_type: 'orders' }`. */
  filter?: Omit<Filter<'events'>, 'since'>;
}

/** Media type of server-sent events (HTML Standard §9.2). */
const mediaType = 'text/event-stream';

/** Pause in milliseconds before reconnecting after the server closed the stream. */
const RECONNECT_MS = 1_000;

interface Message {
  id: string | undefined;
  event: string;
  data: string;
}

/**
 * Yields the events of a stream, and reconnects after the last received event if the connection is lost.
 * Throws if the server ends the stream with the message `end`, which contains the error.
 */
export async function* streamedEvents(
  transport: Transport,
  { after, filter, ...options }: StreamOptions,
): AsyncGenerator<LogEvent, void, undefined> {
  let last = after && `${after.epoch}-${after.sequence}`;
  const path = `/api/events${queryString({ ...(filter && { filter }) })}`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const headers = { accept: mediaType, 'last-event-id': last };
      for await (const message of messagesOf(transport.lines({ ...options, method: 'GET', path, headers }))) {
        attempt = 0;
        if (message.event === 'end') throw endOf(message, path);
        last = message.id ?? last;
        if (message.data !== '')
          yield joined(
            { data: JSON.parse(message.data) as ResourceObject },
            [],
            transport.contract,
          )[0] as LogEvent;
      }
      await transport.wait(RECONNECT_MS, options.signal);
    } catch (error) {
      await transport.untilNext(error, { attempt, repeatable: true }, options.signal);
    }
  }
}

/** Parses lines of a server-sent event stream into messages and skips comments. */
async function* messagesOf(lines: AsyncIterable<string>): AsyncGenerator<Message, void, undefined> {
  let message: Message = { id: undefined, event: 'message', data: '' };
  for await (const line of lines) {
    if (line === '') {
      yield message;
      message = { id: undefined, event: 'message', data: '' };
      continue;
    }
    const at = line.indexOf(': ');
    const [name, value] = [line.slice(0, at), line.slice(at + 2)];
    if (name === 'id' || name === 'event') message[name] = value;
    else if (name === 'data') message.data += value;
  }
}

function endOf({ data }: Message, url: string): ApiError {
  const { errors } = JSON.parse(data) as { errors: ApiErrorObject[] };
  const answered = { method: 'GET', url, requestId: undefined, retryAfter: undefined, rateLimit: undefined };
  return new ApiError(errors, { ...answered, status: Number(errors[0]!.status) });
}
