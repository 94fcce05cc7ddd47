import type { Command } from './command-line';
import { api } from './commands/api';
import { apps } from './commands/apps';
import { contracts } from './commands/contracts';
import { dev } from './commands/dev';
import { doctor } from './commands/doctor';
import { erasures } from './commands/erasures';
import { events } from './commands/events';
import { init } from './commands/init';
import { install } from './commands/install';
import { listen } from './commands/listen';
import { login, logout } from './commands/login';
import { logs } from './commands/logs';
import { meta } from './commands/meta';
import { proposals } from './commands/proposals';
import { shops } from './commands/shops';
import { tokens } from './commands/tokens';
import { trigger } from './commands/trigger';

export const commands: Readonly<Record<string, Command>> = {
  ...{ login, logout, init, apps, shops, install, listen, logs, trigger, events, meta, api, doctor, tokens },
  ...{ contracts, dev, erasures, proposals },
};

export const helpOf = ({ summary, usage, example }: Command): string =>
  `${summary}\n\n${usage.trim()}\n\nExample:\n  ${example}\n`;

export function overview(): string {
  const names = Object.keys(commands);
  const width = Math.max(...names.map(({ length }) => length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `${lines.join('\n')}\n\nstorewright <command> --help explains a command.\n`;
}
