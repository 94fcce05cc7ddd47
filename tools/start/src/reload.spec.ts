import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, HttpClient, until } from '@storewright/testing';
import { ServiceProcess } from './process';
import { Reloader } from './reload';

const repository = resolve(__dirname, '../../..');

/** A repository with one service, `echo`, which responds with the text of its source. */
class EchoRepository {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'storewright-reload-')));
  readonly file = join(this.root, 'dist/apps/echo/main.js');

  constructor() {
    mkdirSync(join(this.root, 'apps/echo/src'), { recursive: true });
    for (const shared of ['node_modules', 'tools', 'package.json'])
      symlinkSync(join(repository, shared), join(this.root, shared));
    writeFileSync(join(this.root, 'apps/echo/tsconfig.json'), '{}');
    this.write('first');
    execFileSync(process.execPath, ['tools/workspace/build.mjs', 'apps/echo'], { cwd: this.root });
  }

  write(text: string, ending = ''): void {
    const source = `import { createServer } from 'node:http';
      createServer((_, response) => response.end('${text}')).listen(Number(process.env.PORT), '127.0.0.1');
      ${ending}`;
    writeFileSync(join(this.root, 'apps/echo/src/main.ts'), source);
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}

describe('Reloader', () => {
  let repositoryOfEcho: EchoRepository;
  let service: ServiceProcess;
  let reloader: Reloader;
  let client: HttpClient;
  const reports: string[] = [];

  beforeAll(async () => {
    repositoryOfEcho = new EchoRepository();
    const { root, file } = repositoryOfEcho;
    const port = await freePort();
    const environment = { PORT: String(port) };
    service = ServiceProcess.start({ name: 'echo', file, port, environment, log: join(root, 'echo.log') });
    await service.ready();
    client = new HttpClient(port, 'localhost');
    reloader = new Reloader(service, root, (line) => reports.push(line));
  });
  afterAll(async () => {
    await reloader.stop();
    await service.stop();
    repositoryOfEcho.remove();
  });

  const reported = (line: string) => until(line, () => Promise.resolve(reports.join('\n').includes(line)));
  const response = async () => (await client.get('/').catch(() => undefined))?.text;

  it('keeps the service running if a build fails', async () => {
    repositoryOfEcho.write('second', 'const broken: = 1;');
    await reported('echo was not built:');
    expect(await response()).toBe('first');
  });

  it('restarts the service after a successful build', async () => {
    repositoryOfEcho.write('second');
    await reported('echo restarted in');
    expect(await response()).toBe('second');
  });

  it('starts a crashed service again after the next change', async () => {
    repositoryOfEcho.write('third', 'process.exit(3);');
    await reported('echo did not start');
    repositoryOfEcho.write('third');
    await until('the service responds', async () => (await response()) === 'third');
  });
});
