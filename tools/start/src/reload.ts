import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceProcess } from './process';

interface Build {
  /** Reason for a failed build. undefined after a successful build. */
  error?: string;
}

/** Address on which the service listens for a debugger (`npm run dev`, docs/debugging.md). */
const INSPECTOR = '127.0.0.1:9229';

/** Node options for a service under development: source maps for stack traces, and a debugger port. */
export const DEV_NODE_OPTIONS = ['--enable-source-maps', `--inspect=${INSPECTOR}`];

/**
 * Rebuilds a service when one of its sources changes, and restarts the service after each successful build.
 * After a failed build or a crash, the next change restarts the service.
 */
export class Reloader {
  private running: string;
  private restarting: Promise<void> = Promise.resolve();
  private readonly builder;

  constructor(
    private readonly service: ServiceProcess,
    root: string,
    private readonly report: (line: string) => void,
  ) {
    this.running = digestOf(service.file);
    const build = [join(root, 'tools/workspace/build.mjs'), `apps/${service.name}`, '--watch'];
    this.builder = spawn(process.execPath, build, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.builder.on('message', (message: Build) => this.onBuild(message));
    service.onUnexpectedExit(() => report(`${service.name} exited. It starts again after the next change.`));
  }

  async stop(): Promise<void> {
    this.builder.kill();
    await this.restarting;
  }

  private onBuild({ error }: Build): void {
    if (error !== undefined) return this.report(`${this.service.name} was not built:\n${error}`);
    const built = digestOf(this.service.file);
    if (built === this.running) return;
    this.running = built;
    this.restarting = this.restarting.then(() => this.restart());
  }

  private async restart(): Promise<void> {
    const start = performance.now();
    try {
      await this.service.restart();
      this.report(`${this.service.name} restarted in ${Math.round(performance.now() - start)} ms`);
    } catch (error) {
      this.report((error as Error).message);
    }
  }
}

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
