import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Stage } from './stage';

describe('Stage.startService', () => {
  let folder: string;
  let stage: Stage;
  const programs = process.env['PROGRAMS'];
  const server = { url: () => 'postgres://owner@127.0.0.1:1/postgres', stop: () => Promise.resolve() };
  const client = { end: () => Promise.resolve() };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'storewright-stage-'));
    process.env['PROGRAMS'] = folder;
    stage = new Stage(client as never, folder, server as never);
  });
  afterEach(() => {
    if (programs === undefined) delete process.env['PROGRAMS'];
    else process.env['PROGRAMS'] = programs;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a service with this code. */
  const start = (code: string) => {
    const main = join(folder, 'apps', 'auth-api', 'main.js');
    mkdirSync(dirname(main), { recursive: true });
    writeFileSync(main, code);
    return stage.startService('auth-api', { startLimitMs: 500 });
  };

  it.each([
    ['exits', 'process.exit(3)', 'auth-api exited with 3 before it was ready'],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", 'auth-api exited with SIGKILL before it was ready'],
    ['never becomes ready', 'setInterval(() => {}, 1000)', 'auth-api was not ready after 0.5 s'],
  ])(
    'throws an error with the output of a service that %s, and close() still works',
    async (_, code, text) => {
      const message = `${text}. Its output:\nTOKEN_KEY is invalid`;
      await expect(start(`require('fs').writeSync(2, 'TOKEN_KEY is invalid\\n'); ${code}`)).rejects.toThrow(
        message,
      );
      await stage.close();
    },
  );
});
