import { Shop } from '@storewright/sdk';
import { commandOf, parsed, shopOf, shopOptions } from './command-line';
import { readCredentials } from './credentials';
import { Refused, UnfinishedError, UsageError } from './failures';
import { listed, sessionOf } from './session';
import { isAgreed, type Terminal } from './terminal';

interface Proposal {
  id: string;
  attributes: {
    status: string;
    method: string;
    path: string;
    actor_name: string | null;
    failure_reason: string | null;
    failure_code: string | null;
    expires_at: string;
  };
}

interface Change {
  attributes: {
    action: string;
    resource_type: string;
    resource_id: string | null;
    resource_name: string | null;
    attribute: string | null;
    before: unknown;
    after: unknown;
  };
}

const statuses = ['pending', 'approved', 'declined', 'expired', 'failed'];
const options = { ...shopOptions, yes: { type: 'boolean' }, status: { type: 'string' } } as const;

/** Runs `proposals`: lists and shows proposed writes of a shop, and decides about them. */
export async function deciding(words: string[], terminal: Terminal, usage: string): Promise<void> {
  const read = (given: string[]) => parsed(given, options, `\n${usage}`);
  const only = (given: string[]) => {
    const { values, positionals } = read(given);
    if (positionals.length !== 1 || values.status !== undefined) throw new UsageError(`usage:\n${usage}`);
    return { values, id: positionals[0]! };
  };
  const command = commandOf(
    { usage, summary: '', example: '' },
    {
      async list(given) {
        const { values, positionals } = read(given);
        const { status = 'pending' } = values;
        if (positionals.length > 0 || !statuses.includes(status)) throw new UsageError(`usage:\n${usage}`);
        const path = `/api/proposals?filter[status]=${status}&sort=-created_at&page[size]=100`;
        const { transport } = shopOf(terminal, values['base-url']);
        for await (const each of listed<Proposal>(transport, path)) terminal.print(lineOf(each));
      },
      async show(given) {
        const { values, id } = only(given);
        await shown(shopOf(terminal, values['base-url']), id, terminal);
      },
      async approve(given) {
        const { values, id } = only(given);
        if (values['base-url'] !== undefined) throw new UsageError(`usage:\n${usage}`);
        await decide(await shopAsPerson(terminal), id, terminal, { status: 'approved', yes: values.yes });
      },
      async reject(given) {
        const { values, id } = only(given);
        const shop = shopOf(terminal, values['base-url']);
        await decide(shop, id, terminal, { status: 'declined', yes: values.yes });
      },
    },
  );
  await command.run(words, terminal);
}

/**
 * Returns the shop of the sign-in, with a token of the person's session that expires within 15 minutes. Only a person
 * can approve. The token is sent only to the shop of `login`, because it has all rights of the person.
 */
async function shopAsPerson(terminal: Terminal): Promise<Shop> {
  const session = sessionOf(terminal);
  const { base_url: baseUrl } = readCredentials(terminal.environment);
  const signIn = `storewright login --auth-url ${session.authUrl} --base-url <address> --email <email>`;
  if (!baseUrl) throw new UsageError(`no shop is selected. Sign in with ${signIn}.`);
  const domain = new URL(baseUrl).hostname.split('.', 1)[0]!;
  const path = `/api/shops?filter[domain]=${encodeURIComponent(domain)}`;
  const { document } = await session.send({ method: 'GET', path });
  const [own] = (document as { data: { id: string }[] }).data;
  if (!own) throw new UsageError(`you are not a member of the shop ${JSON.stringify(domain)}.`);
  const answer = await session.send({ method: 'POST', path: `/api/shops/${own.id}/session_tokens` });
  const { token } = (answer.document as { data: { attributes: { token: string } } }).data.attributes;
  return new Shop({ baseUrl, token });
}

interface Decision {
  status: 'approved' | 'declined';
  yes?: boolean | undefined;
}

/** Shows the proposal, asks for a confirmation, and decides about the version that was shown. */
async function decide(shop: Shop, id: string, terminal: Terminal, { status, yes }: Decision): Promise<void> {
  const etag = await shown(shop, id, terminal);
  const verb = status === 'approved' ? 'Approve' : 'Reject';
  if (!yes && !(await isAgreed(terminal, verb))) throw new UnfinishedError('nothing was decided.');
  const body = { data: { type: 'proposals', id, attributes: { status } } };
  const headers = { 'if-match': etag };
  const { document } = await shop.transport.send({ method: 'PATCH', path: pathOf(id), headers, body });
  const { attributes } = (document as { data: Proposal }).data;
  const { failure_reason, failure_code } = attributes;
  if (attributes.status === 'failed')
    throw new Refused(`the approved write could not be applied: ${failure_code ?? failure_reason}.`);
  terminal.note(`${id} is ${attributes.status}`);
}

/** Prints a proposal with its changes. Returns its ETag. */
async function shown(shop: Shop, id: string, terminal: Terminal): Promise<string | undefined> {
  const { document, headers } = await shop.transport.send({ method: 'GET', path: pathOf(id) });
  terminal.print(lineOf((document as { data: Proposal }).data));
  for await (const change of listed<Change>(shop.transport, `${pathOf(id)}/changes?page[size]=100`))
    terminal.print(`  ${textOf(change)}`);
  return headers.get('etag') ?? undefined;
}

const pathOf = (id: string): string => `/api/proposals/${encodeURIComponent(id)}`;

function lineOf({ id, attributes: { status, method, path, actor_name, expires_at } }: Proposal): string {
  const end = status === 'pending' ? [`expires ${expires_at}`] : [];
  return [id, status, `${method} ${path}`, actor_name ?? '', ...end].join('  ');
}

function textOf({ attributes }: Change): string {
  const { action, resource_type, resource_id, resource_name, attribute, before, after } = attributes;
  const object = [action, resource_type, resource_id, resource_name && JSON.stringify(resource_name)];
  const change = attribute && `${attribute}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  return [...object, change].filter((part) => part !== null && part !== '').join(' ');
}
