import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { appFiles } from '../app-template';
import { addressOf, type Command, parsed } from '../command-line';
import { withCredentials } from '../credentials';
import { UsageError } from '../failures';

const usage = 'storewright init <folder> [--auth-url <address>]';

/** Creates a folder with a small working app. */
export const init: Command = {
  usage,
  run(words, terminal) {
    const { values, positionals } = parsed(words, { 'auth-url': { type: 'string' } }, usage);
    const [target, ...more] = positionals;
    if (!target || more.length > 0) throw new UsageError(`usage: ${usage}`);
    const { STOREWRIGHT_AUTH_URL: kept } = withCredentials(terminal.environment);
    const authUrl = addressOf(values['auth-url'] ?? kept ?? 'http://localhost:3001', '--auth-url');
    const folder = resolve(target);
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new UsageError(`${target} already exists and is not empty.`);
    const name =
      basename(folder)
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== '')
        .join('-') || 'app';
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(appFiles({ name, authUrl })))
      writeFileSync(join(folder, file), text, { mode: file === '.env' ? 0o600 : 0o644, flag: 'wx' });
    terminal.note('README.md explains how to register and install the app');
    terminal.print(`cd ${target} && npm install && npm start`);
    return Promise.resolve();
  },
};
