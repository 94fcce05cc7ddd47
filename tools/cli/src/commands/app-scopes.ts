import { namesOf, parsed } from '../command-line';
import { UsageError } from '../failures';
import { listed, type Session, sessionOf } from '../session';
import type { Terminal } from '../terminal';

const usage = 'storewright apps scopes <app> [--set <scope>,…] [--set-optional <scope>,…]';

/** Scopes that the app requires, and optional scopes that a shop owner can grant in addition. */
interface RequestedScopes {
  scopes: string[];
  optional_scopes: string[];
}
interface Scoped {
  attributes: RequestedScopes;
}
interface Installation {
  attributes: { shop_domain: string; scopes: string[] };
}

/**
 * Prints or changes the required and optional scopes of an app. Installations keep their granted scopes, so
 * the command lists the shops whose owners must consent again.
 */
export async function scopes(words: string[], terminal: Terminal): Promise<void> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parsed(words, { set: text, 'set-optional': text }, usage);
  const [app, ...more] = positionals;
  if (!app || more.length > 0) throw new UsageError(`usage: ${usage}`);
  const session = sessionOf(terminal);
  const path = `/api/apps/${encodeURIComponent(app)}`;
  const { set, 'set-optional': setOptional } = values;
  const attributes = {
    ...(set !== undefined && { scopes: namesOf(set) }),
    ...(setOptional !== undefined && { optional_scopes: namesOf(setOptional) }),
  };
  const { document } = await session.send(
    Object.keys(attributes).length > 0
      ? { method: 'PATCH', path, body: { data: { type: 'apps', id: app, attributes } } }
      : { method: 'GET', path },
  );
  const asked = (document as { data: Scoped }).data.attributes;
  for (const scope of asked.scopes) terminal.print(scope);
  for (const scope of asked.optional_scopes) terminal.print(`${scope}  optional`);
  await tellShops(session, { path, asked }, terminal);
}

/**
 * Prints a line for each shop whose installation lacks a required scope or has a scope that the app no longer
 * requests.
 */
async function tellShops(
  session: Session,
  { path, asked }: { path: string; asked: RequestedScopes },
  { note }: Terminal,
): Promise<void> {
  const all = `${path}/installations?filter[status]=installed&page[size]=100`;
  for await (const { attributes } of listed<Installation>(session, all)) {
    const { shop_domain, scopes: granted } = attributes;
    const lacking = asked.scopes.filter((scope) => !granted.includes(scope));
    const requested = [...asked.scopes, ...asked.optional_scopes];
    const dropped = granted.filter((scope) => !requested.includes(scope));
    const parts = [
      ...(lacking.length > 0 ? [`has not granted ${lacking.join(', ')}`] : []),
      ...(dropped.length > 0 ? [`keeps ${dropped.join(', ')} until its owner consents again`] : []),
    ];
    if (parts.length > 0) note(`${shop_domain} ${parts.join('; ')}`);
  }
}
