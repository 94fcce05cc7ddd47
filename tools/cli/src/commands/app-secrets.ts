import { parsed } from '../command-line';
import { UsageError } from '../failures';
import { listed, type Session, sessionOf } from '../session';
import type { Terminal } from '../terminal';

const usage = 'storewright apps secrets list|rotate <app> [client|webhook]';

/**
 * Kinds of app secrets: `client` authenticates the app and its requests, and `webhook` signs its webhooks.
 */
const kinds = {
  client: { path: 'secrets', member: 'secret', variable: 'APP_SECRET' },
  webhook: { path: 'webhook_secrets', member: 'webhook_secret', variable: 'WEBHOOK_SECRET' },
} as const;
type Kind = keyof typeof kinds;

interface Generation {
  attributes: { generation: number; created_at: string; expires_at: string | null };
}

/** Lists the active secrets of an app without their text, or creates a secret and prints its text once. */
export async function secrets(words: string[], terminal: Terminal): Promise<void> {
  const { positionals } = parsed(words, {}, usage);
  const [action, app, kind, ...more] = positionals;
  const isKind = kind === undefined || Object.hasOwn(kinds, kind);
  if ((action !== 'list' && action !== 'rotate') || !app || !isKind || more.length > 0)
    throw new UsageError(`usage: ${usage}`);
  const given = kind as Kind | undefined;
  const session = sessionOf(terminal);
  if (action === 'rotate') return rotate(session, app, given ?? 'client', terminal);
  for (const each of given ? [given] : (Object.keys(kinds) as Kind[]))
    await list(session, app, each, terminal);
}

const pathOf = (app: string, kind: Kind) => `/api/apps/${encodeURIComponent(app)}/${kinds[kind].path}`;

async function list(session: Session, app: string, kind: Kind, terminal: Terminal): Promise<void> {
  for await (const { attributes } of listed<Generation>(session, pathOf(app, kind))) {
    const { generation, created_at, expires_at } = attributes;
    const end = expires_at === null ? 'current' : `until ${expires_at}`;
    terminal.print([kind, generation, `since ${created_at}`, end].join('  '));
  }
}

async function rotate(session: Session, app: string, kind: Kind, terminal: Terminal): Promise<void> {
  const { document } = await session.send({ method: 'POST', path: pathOf(app, kind) });
  const { meta } = document as { meta: Record<string, string | null> };
  const { member, variable } = kinds[kind];
  const end = meta[`previous_${member}_expires_at`];
  terminal.note(`this secret is shown only once${end ? `; the previous one is valid until ${end}` : ''}`);
  terminal.print(`${variable}=${meta[member]}`);
}
