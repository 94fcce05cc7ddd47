import { HttpClient, type Options, type Response } from '@storewright/testing';
import type { DocumentedAnswers } from './documented-answers';
import { brokenRules } from './rules';

/** Error ids seen so far by the clients of one service (ER-14). */
export type SeenIds = Set<string>;

interface Address {
  port: number;
  host: string;
  seen: SeenIds;
  /** What the OpenAPI document of the service says of its answers. */
  documented?: DocumentedAnswers;
  allow?: readonly string[];
}

/**
 * A client that holds every answer to the rules of JSON:API and to the OpenAPI document of its service, whatever the test is about. `allow`: rules that this client's
 * test breaks on purpose.
 */
export class CheckedClient extends HttpClient {
  constructor(
    private readonly address: Address,
    private readonly bearer?: string,
  ) {
    super(address.port, address.host, bearer);
  }

  override as(token?: string): CheckedClient {
    return new CheckedClient(this.address, token);
  }
  override at(host: string): CheckedClient {
    return new CheckedClient({ ...this.address, host }, this.bearer);
  }
  /** The same, where a test brings a rule to its breaking, such as a database that is away. */
  allowing(...allow: string[]): CheckedClient {
    return new CheckedClient({ ...this.address, allow }, this.bearer);
  }

  override async send(method: string, path: string, options: Options = {}): Promise<Response> {
    const response = await super.send(method, path, options);
    const { body } = options;
    const asIs = typeof body === 'string' || Buffer.isBuffer(body);
    const sent = body === undefined ? undefined : Buffer.from(asIs ? body : JSON.stringify(body));
    holdToRules({ method, path, ...(sent && { body: sent }), response }, this.address);
    return response;
  }
}

/** Throws where the exchange breaks a rule. */
export function holdToRules(
  exchange: Parameters<typeof brokenRules>[0],
  { seen, documented, allow = [] }: Pick<Address, 'seen' | 'documented' | 'allow'>,
): void {
  const { method, path, response } = exchange;
  const undocumented = documented?.faultOf(exchange);
  const faults = [
    ...brokenRules(exchange),
    ...(undocumented === undefined ? [] : [`OpenAPI: ${undocumented}`]),
  ];
  const broken = faults.filter((fault) => !allow.some((id) => fault.startsWith(`${id}:`)));
  for (const { id } of (response.body?.errors ?? []) as { id: string }[]) {
    if (seen.has(id)) broken.push(`ER-14: the error id ${id} was there before`);
    seen.add(id);
  }
  if (broken.length === 0) return;
  const said = response.text.slice(0, 500);
  throw new Error(
    `${method} ${path.slice(0, 300)} → ${response.status} breaks ${broken.join('; ')}\n${said}`,
  );
}
