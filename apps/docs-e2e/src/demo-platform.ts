import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
// Imports by path, because jest cannot resolve @storewright/… names in a global setup.
// oxlint-disable-next-line @nx/enforce-module-boundaries
import { freePorts } from '../../../libs/testing/database/src/free-ports';

const root = resolve(__dirname, '../../..');
const ports = ['SHOP_PORT', 'AUTH_PORT', 'ADMIN_PORT', 'HOOKS_PORT', 'MCP_PORT'];

/** Platform and demo of `npm start`, in a separate folder (DEMO_PLATFORM). */
export class DemoPlatform {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<DemoPlatform> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-docs-'));
    for (const name of ['dist', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
    const free = await freePorts(ports.length);
    const child = spawn(process.execPath, ['dist/tools/start/main.js'], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        ...Object.fromEntries(ports.map((name, at) => [name, String(free[at])])),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    process.env['DEMO_PLATFORM'] = folder;
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
    const platform = new DemoPlatform(folder, child);
    const ended = once(child, 'close').then(() => Promise.reject(new Error(said)));
    while (!said.includes('Ctrl-C stops it')) await Promise.race([once(child.stdout, 'data'), ended]);
    ended.catch(() => undefined);
    // Copies the demo's credentials to dev.env, where `storewright dev` stores the credentials of a test shop.
    const file = (name: string) => join(folder, '.storewright', name);
    copyFileSync(file('demo.env'), file('dev.env'));
    return platform;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const platformFolder = (): string => process.env['DEMO_PLATFORM']!;

export function demoValues(): Record<string, string> {
  const file = join(platformFolder(), '.storewright/demo.env');
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}
