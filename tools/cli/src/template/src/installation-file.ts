import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Credentials for one shop that installed the app. */
export interface Installation {
  token: string;
  baseUrl: string;
  domain: string;
}

interface Content {
  installations: Record<string, Installation>;
  /** Hashes of the exchanged nonces. */
  nonces: string[];
}

/** Stores the app's installations in a file. A production app should encrypt tokens and use a database. */
export class InstallationFile {
  private readonly path: string;
  private readonly content: Content;

  constructor(path: string) {
    this.path = path;
    this.content = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Content)
      : { installations: {}, nonces: [] };
  }

  all(): Installation[] {
    return Object.values(this.content.installations);
  }

  isExchanged(nonce: string): boolean {
    return this.content.nonces.includes(hashOf(nonce));
  }

  add(nonce: string, shopId: string, installation: Installation): void {
    this.content.installations[shopId] = installation;
    this.content.nonces.push(hashOf(nonce));
    this.save();
  }

  remove(shopId: string): void {
    delete this.content.installations[shopId];
    this.save();
  }

  /** Replaces the file atomically, so that a crash leaves either the old or the new content. */
  private save(): void {
    const written = `${this.path}.new`;
    writeFileSync(written, JSON.stringify(this.content), { mode: 0o600 });
    renameSync(written, this.path);
  }
}

const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest('hex');
