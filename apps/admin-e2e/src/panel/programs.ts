import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../../..');
const names = ['auth-api', 'shop-api', 'hooks-worker', 'operator', 'admin-server', 'admin'] as const;

/** A copy of the built programs in dist/apps, so that a build during the tests does not change the running programs. */
export class Programs {
  private readonly folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-panel-'));

  constructor() {
    for (const name of names) {
      const built = join(root, 'dist/apps', name);
      if (!existsSync(built))
        throw new Error(`${built} does not exist. Run "npx nx e2e admin-e2e", which builds the program.`);
      cpSync(built, join(this.folder, 'apps', name), { recursive: true });
    }
    // Node.js resolves a program's external packages from a node_modules folder in a parent folder.
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  of(name: Exclude<(typeof names)[number], 'admin'>): string {
    return join(this.folder, 'apps', name, 'main.js');
  }

  delete(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
