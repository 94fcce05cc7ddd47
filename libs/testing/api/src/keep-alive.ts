import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export class KeepAliveConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly port: number,
    private readonly headers: Record<string, string>,
  ) {}

  send(method: string, path: string, document?: object): Promise<Answer> {
    const body = document && JSON.stringify(document);
    const headers = { ...this.headers, ...(body && { 'content-type': 'application/vnd.api+json' }) };
    return new Promise((resolve, reject) => {
      const { agent, port } = this;
      const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
