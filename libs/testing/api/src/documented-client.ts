import { HttpClient, type Options, type Response } from '@storewright/testing';
import type { DocumentedAnswers } from './documented-answers';

interface Address {
  port: number;
  host: string;
  documented: DocumentedAnswers;
}

export class DocumentedClient extends HttpClient {
  constructor(
    private readonly address: Address,
    private readonly bearer?: string,
  ) {
    super(address.port, address.host, bearer);
  }

  override as(token?: string): DocumentedClient {
    return new DocumentedClient(this.address, token);
  }
  override at(host: string): DocumentedClient {
    return new DocumentedClient({ ...this.address, host }, this.bearer);
  }

  override async send(method: string, path: string, options: Options = {}): Promise<Response> {
    const response = await super.send(method, path, options);
    const fault = this.address.documented.faultOf({ method, path, response });
    if (fault === undefined) return response;
    throw new Error(`OpenAPI: ${method} ${path.slice(0, 300)} → ${response.status}: ${fault}`);
  }
}
