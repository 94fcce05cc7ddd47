import { HttpClient, type Options, type Response } from '@storewright/testing';
import type { DocumentedAnswers } from './documented-answers';
import { brokenRules } from './rules';

/**
 * IDs of the error objects that all clients of one service have received. Each ID must occur once (rule ER-14
 * in docs/json-api.md).
 */
export type SeenIds = Set<string>;

interface Address {
  port: number;
  host: string;
  seen: SeenIds;
  documented?: DocumentedAnswers;
  allow?: readonly string[];
}

/**
 * An HTTP client that checks every response against the rules of JSON:API and the OpenAPI document. `allow`
 * lists rules that the test violates on purpose.
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
  /**
   * Returns a copy of the HTTP client that ignores violations of the given rules. Example: responses while
   * the database is down.
   */
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

const isCsv = ({ status, headers }: Response) =>
  status === 200 && headers['content-type']?.startsWith('text/csv') === true;

export function holdToRules(
  exchange: Parameters<typeof brokenRules>[0],
  { seen, documented, allow = [] }: Pick<Address, 'seen' | 'documented' | 'allow'>,
): void {
  const { method, path, response } = exchange;
  const undocumented = documented?.faultOf(exchange);
  const faults = [
    ...(isCsv(response) ? [] : brokenRules(exchange)),
    ...(undocumented === undefined ? [] : [`OpenAPI: ${undocumented}`]),
  ];
  const broken = faults.filter((fault) => !allow.some((id) => fault.startsWith(`${id}:`)));
  for (const { id } of (response.body?.errors ?? []) as { id: string }[]) {
    if (seen.has(id)) broken.push(`ER-14: the error id ${id} was used before`);
    seen.add(id);
  }
  if (broken.length === 0) return;
  const said = response.text.slice(0, 500);
  throw new Error(
    `${method} ${path.slice(0, 300)} → ${response.status} breaks ${broken.join('; ')}\n${said}`,
  );
}
