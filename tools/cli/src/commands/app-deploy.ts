import { APP_FILE, readAppFile, writeAttributes } from '../app-file/app-file';
import { attributesOf, fieldOptions } from '../app-file/app-values';
import { changesOf, linesOf } from '../app-file/changes';
import { deployApp } from '../app-file/deployment';
import { changeApp, findApp, pathOfApp } from '../app-file/registered-app';
import { existsSync } from 'node:fs';
import { parsed } from '../command-line';
import { UnfinishedError, UsageError } from '../failures';
import { type Session, sessionOf } from '../session';
import type { Terminal } from '../terminal';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export async function deploy(words: string[], terminal: Terminal): Promise<void> {
  const usage = 'storewright apps deploy [--config <file>] [--yes] [--dry-run] [--env <file>]';
  // Accepts `--env`, too. Node 20 itself interprets `--env-file`, even after the program's name, and fails if
  // the file is missing.
  const options = { config: text, yes: flag, 'dry-run': flag, env: text, 'env-file': text };
  const { values, positionals } = parsed(words, options, usage);
  if (positionals.length > 0) throw new UsageError(`usage: ${usage}`);
  await deployApp(readAppFile(values.config), sessionOf(terminal), terminal, {
    isConfirmed: values.yes ?? false,
    isDryRun: values['dry-run'] ?? false,
    envFile: values.env ?? values['env-file'],
  });
}

export async function pull(words: string[], terminal: Terminal): Promise<void> {
  const usage = 'storewright apps pull [<app>] [--config <file>]';
  const { values, positionals } = parsed(words, { config: text }, usage);
  const [named, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`usage: ${usage}`);
  const path = values.config ?? APP_FILE;
  const old = existsSync(path) || named === undefined ? readAppFile(path).app_id : null;
  const id = named ?? old;
  if (id === null) throw new UsageError(`${path} has no app_id. Name the app: ${usage}`);
  if (old !== null && old.toLowerCase() !== id.toLowerCase())
    throw new UsageError(`${path} belongs to the app ${old}. Name another file with --config.`);
  const session = sessionOf(terminal);
  const app = await findApp(session, id);
  const schema = `${session.authUrl}/downloads/storewright.app.schema.json`;
  const changed = writeAttributes(path, app.id, app.attributes, schema);
  terminal.note(
    changed.length === 0
      ? `${path} already has all attributes of ${app.attributes.name}`
      : `wrote ${changed.filter((name) => name !== '$schema').join(', ')} to ${path}`,
  );
}

export async function update(words: string[], terminal: Terminal): Promise<void> {
  const fields = Object.keys(fieldOptions).map((name) => `[--${name} <value>]`);
  const usage = `storewright apps update <app> ${fields.join(' ')}`;
  const { values, positionals } = parsed(words, fieldOptions, usage);
  const attributes = attributesOf(values);
  const [id, ...more] = positionals;
  if (!id || more.length > 0 || Object.keys(attributes).length === 0) throw new UsageError(`usage: ${usage}`);
  const session = sessionOf(terminal);
  const app = await findApp(session, id);
  const changes = changesOf(app.attributes, attributes);
  if (changes.length === 0) return terminal.note('the app has these values already; nothing to change');
  for (const line of changes.flatMap(linesOf)) terminal.print(line);
  await changeApp(session, app, Object.fromEntries(changes.map(({ name, after }) => [name, after])));
  terminal.note(`changed ${app.attributes.name} (${app.id})`);
}

export async function remove(words: string[], terminal: Terminal): Promise<void> {
  const usage = 'storewright apps delete <app> [--yes]';
  const { values, positionals } = parsed(words, { yes: flag }, usage);
  const [id, ...more] = positionals;
  if (!id || more.length > 0) throw new UsageError(`usage: ${usage}`);
  const session = sessionOf(terminal);
  const { attributes, etag } = await findApp(session, id);
  const { name } = attributes;
  const shops = await installedShops(session, id);
  terminal.note(
    `${name} is installed in ${shops} ${shops === 1 ? 'shop' : 'shops'}. Deleting it uninstalls it there, ` +
      'ends its tokens within a second, and deletes its secrets, its icon and its listing. ' +
      'A deletion cannot be undone.',
  );
  if (!values.yes) {
    if (!terminal.isInteractive()) throw new UsageError('delete the app with --yes.');
    const typed = await terminal.ask('Type the name of the app to delete it: ');
    if (typed.trim() !== name.trim())
      throw new UnfinishedError('the name is different; nothing was deleted.');
  }
  await session.send({ method: 'DELETE', path: pathOfApp(id), headers: { 'if-match': etag } });
  terminal.note(`deleted ${name} (${id})`);
}

async function installedShops({ send }: Session, id: string): Promise<number> {
  const path = `/api/app_statistics/${encodeURIComponent(id)}`;
  const { document } = await send({ method: 'GET', path });
  return (document as { data: { attributes: { installed_shops: number } } }).data.attributes.installed_shops;
}
