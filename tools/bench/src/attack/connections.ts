import { connect, type Socket } from 'node:net';

const part = (host: string) =>
  `POST /api/sessions HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/vnd.api+json\r\ncontent-length: 100\r\n\r\n{"data":`;
const many = (host: string, token: string) =>
  `GET /api/meta?page%5Bsize%5D=100 HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`.repeat(
    50,
  );

export interface Hostile {
  port: number;
  host: string;
  token: string;
  count: number;
  how: 'half a body' | 'no reading';
}

/**
 * Opens connections that send and never read, and tells over the channel how many are open, and how many the server has ended. A process of its own, so that
 * whoever measures does not wait for it.
 */
export function runHostileConnections(): void {
  const open = new Set<Socket>();
  const ended = new Set<Socket>();
  let opened = 0;
  let answered = 0;
  process.on('disconnect', () => process.exit(0));
  process.once('message', (message) => {
    const { port, host, token, count, how } = message as Hostile;
    for (let at = 0; at < count; at += 1) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('connect', () => {
        opened += 1;
        socket.write(how === 'half a body' ? part(host) : many(host, token));
        if (how === 'no reading') socket.pause();
        else socket.once('data', () => (answered += 1)).once('end', () => ended.add(socket));
      });
      socket
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(socket);
          ended.delete(socket);
        });
      open.add(socket);
    }
    setInterval(() => {
      // That a connection is gone, and not half closed, is learnt by writing.
      for (const socket of how === 'no reading' ? open : ended) socket.write(' ');
      process.send!({ opened, open: open.size, answered });
    }, 250);
  });
}
