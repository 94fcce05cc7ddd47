import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { testSecretsKey } from './builders';
import { ServiceProcess } from './service-process';

const root = resolve(__dirname, '../../../..');

/** A service as it is delivered, built into a folder that nobody else builds into. */
export class BuiltService {
  private readonly folder: string;

  private constructor(private readonly name: string) {
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), `storewright-${name}-`));
  }

  /** `name`: its folder in `apps`. */
  static async build(name: string): Promise<BuiltService> {
    const built = new BuiltService(name);
    // A program finds the packages that are left outside of it in a node_modules above itself.
    symlinkSync(join(root, 'node_modules'), join(built.folder, 'node_modules'));
    const words = ['tools/workspace/build.mjs', `apps/${name}`, join(built.folder, name)];
    await promisify(execFile)(process.execPath, words, { cwd: root });
    return built;
  }

  /** A process of it on a free port, with both databases at this address. Throws with its last words where it ends while it starts. */
  start(databaseUrl: string, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    return ServiceProcess.start(join(this.folder, this.name, 'main.js'), {
      AUTH_DATABASE_URL: databaseUrl,
      SHOP_DATABASE_URL: databaseUrl,
      SECRETS_KEY: testSecretsKey,
      ...settings,
    });
  }

  delete(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
