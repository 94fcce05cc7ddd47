import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort, type HttpClient } from '@storewright/testing';
import SQLite from 'libsql';
import { type AppAttributes, anApp } from './apps';

const program = resolve(__dirname, '../../../dist/apps/sample-app/main.js');

export class SampleApp {
  private child: ChildProcess;
  private readonly folder = mkdtempSync(join(tmpdir(), 'storewright-sample-app-'));

  private constructor(readonly url: string) {}

  /** @param adminUrl admin URL with the placeholder `{shop}` for the shop's domain */
  static async start(developer: HttpClient, authUrl: string, adminUrl: string): Promise<SampleApp> {
    const app = new SampleApp(`http://localhost:${await freePort()}`);
    const environment = { PATH: process.env['PATH'], APP_URL: app.url };
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--registration'], {
      env: environment,
    });
    const made = await anApp(developer, JSON.parse(stdout) as AppAttributes);
    await app.launch({
      ...environment,
      ...{ PORT: new URL(app.url).port, AUTH_URL: authUrl, ADMIN_URL: adminUrl, LOG_LEVEL: 'warn' },
      ...{ APP_ID: made.id, APP_SECRET: made.secret, WEBHOOK_SECRET: made.webhookSecret },
      ...{ DATA_KEY: randomBytes(32).toString('base64'), DATABASE_FILE: join(app.folder, 'labels.db') },
    });
    return app;
  }

  /** Returns the numbers of shops and orders in the sample app's database. */
  kept(): { shops: number; orders: number } {
    const sqlite = new SQLite(join(this.folder, 'labels.db'));
    const [shops, orders] = ['shops', 'orders'].map((table) =>
      sqlite.prepare(`SELECT * FROM ${table}`).all(),
    );
    sqlite.close();
    return { shops: shops!.length, orders: orders!.length };
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    if (this.child.exitCode === null && this.child.kill()) await gone;
    rmSync(this.folder, { recursive: true });
  }

  private async launch(env: NodeJS.ProcessEnv): Promise<void> {
    this.child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    let said = '';
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on('data', (text: Buffer) => (said += text.toString()));
    const ended = once(this.child, 'exit').then(() =>
      Promise.reject(new Error(`the sample app ended: ${said}`)),
    );
    while (!said.includes('listens on ')) await Promise.race([once(this.child.stdout!, 'data'), ended]);
    ended.catch(() => undefined);
  }
}
