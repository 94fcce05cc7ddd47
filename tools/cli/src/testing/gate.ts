import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP proxy for a local server that can close connections and send its own responses. */
export class Gate {
  way: 'open' | 'cut' | { status: number; headers?: Record<string, string>; body?: string } = 'open';

  /** If false, the proxy rejects requests for server-sent events with 406. */
  hasStreams = true;

  private static readonly opened: Gate[] = [];

  private constructor(private readonly server: Server) {}

  /**
   * Closes all proxies. Call this after each test, because an open proxy keeps the process of a failed test
   * running.
   */
  static async closeAll(): Promise<void> {
    await Promise.all(Gate.opened.splice(0).map((gate) => gate.close()));
  }

  static async before(port: number): Promise<Gate> {
    const server = createServer((incoming, response) => {
      const { way } = gate;
      if (way === 'cut') return void incoming.socket.destroy();
      if (way !== 'open') return void response.writeHead(way.status, way.headers).end(way.body);
      const { method, url: path, headers } = incoming;
      if (!gate.hasStreams && headers.accept === 'text/event-stream')
        return void response.writeHead(406).end();
      const passed = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(passed);
    });
    const gate = new Gate(server);
    Gate.opened.push(gate);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return gate;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  closeConnections(): void {
    this.server.closeAllConnections();
  }

  private async close(): Promise<void> {
    this.closeConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
