import { namesOf, parsed } from '../command-line';
import { UsageError } from '../failures';
import { listed, type Session, sessionOf } from '../session';
import type { Terminal } from '../terminal';

const usage = 'storewright apps scopes <app> [--set <scope>,…]';

interface Scoped {
  attributes: { scopes: string[] };
}
interface Installation {
  attributes: { shop_domain: string; scopes: string[] };
}

/**
 * Shows or changes the requested scopes of an app. Shops keep the granted scopes, so the command lists the
 * shops whose owners must consent again.
 */
export async function scopes(words: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parsed(words, { set: { type: 'string' } }, usage);
  const [app, ...more] = positionals;
  if (!app || more.length > 0) throw new UsageError(`usage: ${usage}`);
  const session = sessionOf(terminal);
  const path = `/api/apps/${encodeURIComponent(app)}`;
  const attributes = values.set === undefined ? undefined : { scopes: namesOf(values.set) };
  const { document } = await session.send(
    attributes
      ? { method: 'PATCH', path, body: { data: { type: 'apps', id: app, attributes } } }
      : { method: 'GET', path },
  );
  const asked = (document as { data: Scoped }).data.attributes.scopes;
  for (const scope of asked) terminal.print(scope);
  await tellShops(session, { path, asked }, terminal);
}

/** Prints one line for each shop whose granted scopes differ. */
async function tellShops(
  session: Session,
  { path, asked }: { path: string; asked: string[] },
  { note }: Terminal,
): Promise<void> {
  const all = `${path}/installations?filter[status]=installed&page[size]=100`;
  for await (const { attributes } of listed<Installation>(session, all)) {
    const { shop_domain, scopes: granted } = attributes;
    const lacking = asked.filter((scope) => !granted.includes(scope));
    const dropped = granted.filter((scope) => !asked.includes(scope));
    const parts = [
      ...(lacking.length > 0 ? [`has not granted ${lacking.join(', ')}`] : []),
      ...(dropped.length > 0 ? [`keeps ${dropped.join(', ')} until its owner consents again`] : []),
    ];
    if (parts.length > 0) note(`${shop_domain} ${parts.join('; ')}`);
  }
}
