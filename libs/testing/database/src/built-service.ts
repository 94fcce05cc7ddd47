import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { testSecretsKey } from './builders';
import { ServiceProcess } from './service-process';

const root = resolve(__dirname, '../../../..');

export class BuiltService {
  private readonly folder: string;

  private constructor(private readonly name: string) {
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), `storewright-${name}-`));
  }

  /** Builds a service. `name` is the folder of the service in `apps`. */
  static async build(name: string): Promise<BuiltService> {
    const built = new BuiltService(name);
    // Links node_modules into the folder of the built program, because Node resolves external packages from
    // there.
    symlinkSync(join(root, 'node_modules'), join(built.folder, 'node_modules'));
    const words = ['tools/workspace/build.mjs', `apps/${name}`, join(built.folder, name)];
    await promisify(execFile)(process.execPath, words, { cwd: root });
    return built;
  }

  /**
   * Starts the service on a free port, with both databases at `databaseUrl`. If the process exits during the
   * start, throws the output of the service.
   */
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
