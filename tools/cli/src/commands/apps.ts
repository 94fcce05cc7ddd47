import { type Command, commandOf, namesOf, parsed } from '../command-line';
import { UsageError } from '../failures';
import { listed, sessionOf } from '../session';
import type { Terminal } from '../terminal';
import { icon } from './app-icon';
import { secrets } from './app-secrets';
import { scopes } from './app-scopes';

const usage = `storewright apps list
storewright apps create --name <name> --install-url <address> --scopes <scope>,… [--optional-scopes <scope>,…]
    [--require-secret] [--webhook-url <address> --webhook-events <event>,…]
storewright apps deploy [--config <file>] [--yes] [--dry-run] [--env <file>]
storewright apps pull [<app>] [--config <file>]
storewright apps update <app> --name <name>, --webhook-url <address> or any other attribute of the app
storewright apps delete <app> [--yes]
storewright apps scopes <app> [--set <scope>,…] [--set-optional <scope>,…]
storewright apps icon <app> <file>|--remove
storewright apps secrets list|rotate <app> [client|webhook]`;

interface App {
  id: string;
  attributes: { name: string; webhook_url: string | null };
}

/** Imports the commands for `storewright.app.json` on demand, because its JSON Schema is large. */
const lazily =
  (name: 'deploy' | 'pull' | 'update' | 'remove'): Command['run'] =>
  async (words, terminal) =>
    (await import('./app-deploy'))[name](words, terminal);

const withFile = { deploy: lazily('deploy'), pull: lazily('pull'), update: lazily('update') };

const help = {
  usage,
  summary: 'Manages your apps: their attributes, scopes, icons and secrets.',
  example: 'storewright apps secrets rotate 01a1fcc3-bb62-71d1-84a4-9a254e1fb862 webhook',
};

export const apps = commandOf(help, {
  ...{ list, create, scopes, icon, secrets },
  ...withFile,
  delete: lazily('remove'),
});

async function list(words: string[], terminal: Terminal): Promise<void> {
  const { positionals } = parsed(words, {}, 'storewright apps list');
  if (positionals.length > 0) throw new UsageError('usage: storewright apps list');
  for await (const { id, attributes } of listed<App>(sessionOf(terminal), '/api/apps'))
    terminal.print([id, attributes.name, attributes.webhook_url ?? 'no webhooks'].join('  '));
}

/**
 * Registers an app. Prints the app's secrets as lines of an environment file, because the API returns them
 * only once.
 */
async function create(words: string[], terminal: Terminal): Promise<void> {
  const text = { type: 'string' } as const;
  const options = {
    ...{ name: text, 'install-url': text, scopes: text, 'optional-scopes': text },
    ...{ 'webhook-url': text, 'webhook-events': text, 'require-secret': { type: 'boolean' } as const },
  } as const;
  const { values, positionals } = parsed(words, options, `\n${usage}`);
  const { name, 'install-url': install_url, scopes, 'webhook-url': webhook_url } = values;
  if (name === undefined || install_url === undefined || scopes === undefined || positionals.length > 0)
    throw new UsageError(`usage:\n${usage}`);
  const { 'webhook-events': events, 'optional-scopes': optional } = values;
  const attributes = {
    ...{ name, install_url, scopes: namesOf(scopes), webhook_url },
    optional_scopes: optional === undefined ? undefined : namesOf(optional),
    require_secret: values['require-secret'],
    webhook_events: events === undefined ? undefined : namesOf(events),
  };
  const body = { data: { type: 'apps', attributes } };
  const { document } = await sessionOf(terminal).send({ method: 'POST', path: '/api/apps', body });
  const { data, meta } = document as { data: App; meta: { secret: string; webhook_secret: string } };
  terminal.note('registered; the secrets are shown only once');
  terminal.print(`APP_ID=${data.id}`);
  terminal.print(`APP_SECRET=${meta.secret}`);
  terminal.print(`WEBHOOK_SECRET=${meta.webhook_secret}`);
}
