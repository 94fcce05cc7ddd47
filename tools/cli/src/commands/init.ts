import { resolve } from 'node:path';
import { appNameOf, isEmptyFolder, writeApp } from '../app-template';
import { addressOf, type Command, parsed } from '../command-line';
import { withCredentials } from '../credentials';
import { UsageError } from '../failures';

const usage = 'storewright init <folder> [--auth-url <address>]';

export const init: Command = {
  usage,
  summary: 'Creates a folder with a small working app.',
  example: 'storewright init parcel-labels --auth-url http://localhost:3001',
  run(words, terminal) {
    const { values, positionals } = parsed(words, { 'auth-url': { type: 'string' } }, usage);
    const [target, ...more] = positionals;
    if (!target || more.length > 0) throw new UsageError(`usage: ${usage}`);
    const { STOREWRIGHT_AUTH_URL: stored } = withCredentials(terminal.environment);
    const auth_url = addressOf(values['auth-url'] ?? stored ?? 'http://localhost:3001', '--auth-url');
    const folder = resolve(target);
    if (!isEmptyFolder(folder)) throw new UsageError(`${target} already exists and is not empty.`);
    writeApp(folder, { name: appNameOf(folder), auth_url, port: '4000' });
    terminal.note('"storewright dev" registers the app and runs it in a test shop');
    terminal.print(`cd ${target} && storewright dev`);
    return Promise.resolve();
  },
};
