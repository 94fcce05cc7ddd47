/** Media type of server-sent events (HTML Standard §9.2). */
export const EVENT_STREAM_TYPE = 'text/event-stream';

export interface Message {
  event: string;
  data: string;
}

/**
 * Yields the messages of a server-sent event stream, without comments and ids. Throws the error of `tooLarge`
 * if a line has more than `most` characters.
 */
export async function* messagesOf(
  stream: NodeJS.ReadableStream,
  tooLarge: () => Error,
  most: number,
): AsyncGenerator<Message> {
  let message: Message = { event: 'message', data: '' };
  for await (const line of linesOf(stream, tooLarge, most)) {
    if (line === '') {
      yield message;
      message = { event: 'message', data: '' };
      continue;
    }
    const [, name, value = ''] = /^(\w*): ?([^]*)$/.exec(line) ?? [];
    if (name === 'event') message.event = value;
    if (name === 'data') message.data += (message.data && '\n') + value;
  }
}

async function* linesOf(
  stream: NodeJS.ReadableStream,
  tooLarge: () => Error,
  most: number,
): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    if (rest.length > most) throw tooLarge();
    yield* lines;
  }
}
