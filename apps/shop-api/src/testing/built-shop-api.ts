import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type TestDatabase, testSecretsKey } from '@storewright/testing';

const root = resolve(__dirname, '../../../..');

/** The shop API as it is delivered, built into a folder that nobody else builds into. */
export class BuiltShopApi {
  private readonly folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-shop-api-'));

  static async build(): Promise<BuiltShopApi> {
    const built = new BuiltShopApi();
    // A program finds the packages that are left outside of it in a node_modules above itself.
    symlinkSync(join(root, 'node_modules'), join(built.folder, 'node_modules'));
    const words = ['tools/workspace/build.mjs', 'apps/shop-api', join(built.folder, 'shop-api')];
    await promisify(execFile)(process.execPath, words, { cwd: root });
    return built;
  }

  /** A process of it on a free port. Throws with its last words where it ends while it starts. */
  async start(
    database: TestDatabase,
  ): Promise<{ child: ChildProcess; port: number; ended: Promise<number | null> }> {
    const url = database.url('shop');
    const settings = { AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url, SECRETS_KEY: testSecretsKey };
    const child = spawn(process.execPath, [join(this.folder, 'shop-api/main.js')], {
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...settings },
      // Over the channel it learns that this process is gone, and ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    let said = '';
    const port = await new Promise<number>((settle, reject) => {
      const listen = (chunk: Buffer) => {
        said += chunk.toString();
        const found = /listens on http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
        if (found) settle(Number(found));
      };
      child.stdout!.on('data', listen);
      child.stderr!.on('data', listen);
      void ended.then(() => reject(new Error(`it ended while it started: ${said}`)));
    });
    return { child, port, ended };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
