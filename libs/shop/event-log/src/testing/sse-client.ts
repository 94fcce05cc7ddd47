import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';

export interface Message {
  id: string;
  event: string;
  data: string;
}

/**
 * Opens an event stream for tests. `next` returns the next message with data, or undefined after the end of
 * the stream.
 */
export async function anEventStream(
  { port, domain, token }: { port: number; domain: string; token: string },
  path: string,
  headers: Record<string, string> = {},
) {
  const sent = request({
    ...{ host: '127.0.0.1', port, path },
    headers: {
      host: `${domain}.localhost:${port}`,
      ...{ accept: 'text/event-stream', authorization: `Bearer ${token}`, ...headers },
    },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end();
  });
  const messages = messagesOf(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    next: async () => (await messages.next()).value as Message | undefined,
    close: () => sent.destroy(),
  };
}

async function* messagesOf(response: IncomingMessage): AsyncGenerator<Message, undefined> {
  let [id, event, data] = ['', 'message', ''];
  for await (const line of createInterface({ input: response })) {
    if (line === '') {
      if (data !== '') yield { id, event, data };
      [event, data] = ['message', ''];
    } else {
      const [, name, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
      if (name === 'id') id = value!;
      if (name === 'event') event = value!;
      if (name === 'data') data += value!;
    }
  }
  return undefined;
}
