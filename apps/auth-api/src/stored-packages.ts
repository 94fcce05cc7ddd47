import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { AuthDatabase } from '@storewright/database';
import { Download } from '@storewright/entities';
import { Not } from 'typeorm';

/** Days without a request after which an older version of an npm package is deleted. */
const KEPT_DAYS = 365;

interface Package {
  name: string;
  path: string;
  digest: string;
  isStored: boolean;
}

/**
 * Stores every npm package version before its first download. After a platform update, an app whose lock file
 * refers to an older version can still install that version.
 */
export class StoredPackages {
  private readonly log = new Logger('downloads');
  private readonly packages: ReadonlyMap<string, Package>;

  constructor(
    private readonly database: AuthDatabase,
    folder: string,
  ) {
    const names = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    this.packages = new Map(
      names.map((name) => {
        const path = join(folder, name);
        return [name, { name, path, digest: hash('sha512', readFileSync(path), 'hex'), isStored: false }];
      }),
    );
  }

  /**
   * Returns an older npm package with this integrity (`sha512-…`), or undefined to serve the current package.
   * npm sends the integrity from its lock file in the header `pacote-integrity`.
   */
  async olderPackage(name: string, integrity: string | undefined): Promise<Buffer | undefined> {
    const current = this.packages.get(name);
    if (!current) return undefined;
    const digest = digestOf(integrity);
    const stored =
      digest === undefined || digest === current.digest
        ? null
        : await this.database.of({}, Download).findOneBy({ digest, name });
    // Records the request first, so that the requested package version is not deleted as unused.
    if (stored) await this.noteRequest(stored).catch((error: Error) => this.warn(name, error));
    await this.store(current);
    return stored?.bytes;
  }

  /**
   * Stores the current npm package once, and deletes older versions without a request for KEPT_DAYS. Logs a
   * failure and continues, so that the download still works.
   */
  private async store(current: Package): Promise<void> {
    if (current.isStored) return;
    const { name, path, digest } = current;
    try {
      const row = { digest, name, bytes: await readFile(path) };
      const rows = this.database.of({}, Download).createQueryBuilder().insert().values(row);
      await rows.orIgnore().updateEntity(false).execute();
      await this.noteRequest(row);
      await this.prune(current);
      current.isStored = true;
    } catch (error) {
      this.warn(name, error as Error);
    }
  }

  private async noteRequest({ digest }: Pick<Download, 'digest'>): Promise<void> {
    const update = this.database.of({}, Download).createQueryBuilder().update();
    await update
      .set({ requested_at: () => 'now()' })
      .where({ digest })
      .andWhere(`requested_at < now() - interval '1 day'`)
      .execute();
  }

  private async prune({ name, digest }: Package): Promise<void> {
    const unused = this.database.of({}, Download).createQueryBuilder().delete();
    await unused
      .where({ name, digest: Not(digest) })
      .andWhere(`requested_at < least(now(), :now) - make_interval(days => ${KEPT_DAYS})`, {
        now: new Date(),
      })
      .execute();
  }

  private warn(name: string, { message }: Error): void {
    this.log.warn(`stored versions of ${name} were not updated: ${message}`);
  }
}

/**
 * Returns the SHA-512 digest of a Subresource Integrity string in hexadecimal, or undefined if the string
 * contains no SHA-512 digest.
 */
function digestOf(integrity = ''): string | undefined {
  const [, base64] = /(?:^|\s)sha512-([A-Za-z0-9+/]{86}==)(?:\s|$)/.exec(integrity) ?? [];
  return base64 && Buffer.from(base64, 'base64').toString('hex');
}
