import { connect, type Socket } from 'node:net';

const halfBody = (host: string) =>
  `POST /api/sessions HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ` +
  'application/vnd.api+json\r\ncontent-length: 100\r\n\r\n{"data":';
const fiftyPages = (host: string, token: string) =>
  `GET /api/meta?page%5Bsize%5D=100 HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`.repeat(
    50,
  );

export interface HostileConnections {
  port: number;
  host: string;
  token: string;
  count: number;
  how: 'half a body' | 'no reading';
}

export interface ConnectionCounts {
  opened: number;
  open: number;
}

/**
 * Opens connections that send requests and read no response. Runs in a separate process and reports the
 * numbers of connections four times a second.
 */
export function runHostileConnections(): void {
  const open = new Set<Socket>();
  const ended = new Set<Socket>();
  let opened = 0;
  process.on('disconnect', () => process.exit(0));
  process.once('message', (message) => {
    const { port, host, token, count, how } = message as HostileConnections;
    for (let at = 0; at < count; at += 1) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('connect', () => {
        opened += 1;
        socket.write(how === 'half a body' ? halfBody(host) : fiftyPages(host, token));
        if (how === 'no reading') socket.pause();
        else socket.resume().once('end', () => ended.add(socket));
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
      // Writes to the sockets, because only a failed write reveals that the server closed a connection
      // completely.
      for (const socket of how === 'no reading' ? open : ended) socket.write(' ');
      process.send!({ opened, open: open.size } satisfies ConnectionCounts);
    }, 250);
  });
}
