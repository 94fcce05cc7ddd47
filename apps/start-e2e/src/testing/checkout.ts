import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '@storewright/testing';
import { type Ended, Starter, type User } from './starter';

const repository = resolve(__dirname, '../../../..');
const programs = [
  'apps/auth-api',
  'apps/shop-api',
  'apps/hooks-worker',
  'apps/admin-server',
  'apps/mcp',
  'apps/operator',
  'tools/start',
];

/**
 * User without root privileges that runs the platform: nobody if the specs run as root and nobody can read the
 * repository. undefined means the current user.
 */
export const normalUser = aNormalUser();

/**
 * Creates copies of the repository with installed packages and built programs, one for each platform under
 * test.
 */
export class Checkouts {
  private readonly folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-start-'));
  private readonly starters: Starter[] = [];
  private made = 0;

  /** Copies the built programs, so that a later build does not change them during the specs. */
  fill(): void {
    spawnSync('chmod', ['755', this.folder]);
    symlinkSync(join(repository, 'node_modules'), join(this.folder, 'node_modules'));
    for (const project of ['apps/admin', ...programs]) {
      const built = join(repository, 'dist', project);
      if (!existsSync(built))
        throw new Error(`${built} does not exist. Run "npx nx e2e start", which builds the program.`);
      cpSync(built, join(this.folder, 'dist', project), { recursive: true });
    }
  }

  /** Returns a copy of the repository without stored data. `without` is the name of a program to omit. */
  empty({ owner, without }: { owner?: User; without?: string } = {}): string {
    const checkout = join(this.folder, `checkout-${(this.made += 1)}`);
    for (const project of programs.filter((each) => each !== without)) {
      mkdirSync(join(checkout, 'dist', project, '..'), { recursive: true });
      symlinkSync(join(this.folder, 'dist', project), join(checkout, 'dist', project));
    }
    if (owner) chownSync(checkout, owner.uid, owner.gid);
    return checkout;
  }

  async start(checkout: string, settings: Record<string, string> = {}, user?: User): Promise<Starter> {
    const names = ['SHOP_PORT', 'AUTH_PORT', 'ADMIN_PORT', 'HOOKS_PORT', 'MCP_PORT'];
    const free = await freePorts(names.length);
    const ports = Object.fromEntries(names.map((name, at) => [name, String(free[at])]));
    const starter = new Starter(checkout, { ...ports, ...settings }, user);
    this.starters.push(starter);
    return starter;
  }

  /** Starts a platform whose start must fail. Returns its exit code and output. */
  async failedStart(checkout: string, settings: Record<string, string> = {}, user?: User): Promise<Ended> {
    return (await this.start(checkout, settings, user)).ended;
  }

  async deleteAll(): Promise<void> {
    await Promise.all(this.starters.map((starter) => starter.stop()));
    rmSync(this.folder, { recursive: true });
  }
}

function aNormalUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const nobody = { uid: 65534, gid: 65534 };
  const reading = ['-c', 'test -r "$1"', 'sh', join(repository, 'package.json')];
  return spawnSync('/bin/sh', reading, { ...nobody, cwd: '/' }).status === 0 ? nobody : undefined;
}
