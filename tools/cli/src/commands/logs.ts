import { type Command, parsed } from '../command-line';
import { UsageError } from '../failures';
import { followedRequests, lastRequests, type LoggedRequest } from '../request-log';
import { listed, type Session, sessionOf } from '../session';

const usage = `storewright logs [--app <app>] [--status 4xx] [--shop <domain>] [--route <pattern>] [--request <id>]
                 [--since <time>] [--follow] [--json]`;

export const logs: Command = {
  usage,
  summary: 'Prints the requests of an app with their responses.',
  example: 'storewright logs --status 4xx --follow',
  async run(words, terminal) {
    const [text, yesOrNo] = [{ type: 'string' }, { type: 'boolean' }] as const;
    const options = {
      ...{ app: text, status: text, shop: text, route: text, request: text, since: text },
      ...{ follow: yesOrNo, json: yesOrNo },
    } as const;
    const { values, positionals } = parsed(words, options, usage);
    if (positionals.length > 0) throw new UsageError(`usage: ${usage}`);
    const session = sessionOf(terminal);
    const app = values.app ?? (await onlyApp(session));
    const { status, route, since, shop: shop_domain, request: request_id } = values;
    const filters = { status, route, since, shop_domain, request_id };
    const wanted = { path: `/api/apps/${encodeURIComponent(app)}/requests`, filters };
    const line = values.json ? (request: LoggedRequest) => JSON.stringify(request.attributes) : lineOf;
    if (!values.follow) {
      for (const request of await lastRequests(session, wanted)) terminal.print(line(request));
      return;
    }
    terminal.signal.addEventListener('abort', () => process.exit(0));
    for await (const request of followedRequests(session, wanted, terminal)) terminal.print(line(request));
  },
};

async function onlyApp(session: Session): Promise<string> {
  const apps: string[] = [];
  for await (const { id } of listed<{ id: string }>(session, '/api/apps?page[size]=2')) {
    apps.push(id);
    if (apps.length === 2) break;
  }
  if (apps.length === 1) return apps[0]!;
  throw new UsageError('--app is required: the id of an app. List yours with: storewright apps list');
}

function lineOf({ attributes }: LoggedRequest): string {
  const { requested_at, status, method, route, duration_ms, shop_domain, request_id, left_out } = attributes;
  const line = [requested_at, status, `${method} ${route}`, `${duration_ms} ms`, shop_domain, request_id];
  return [...line, ...(left_out > 0 ? [`${left_out} earlier requests not logged`] : [])].join('  ');
}
