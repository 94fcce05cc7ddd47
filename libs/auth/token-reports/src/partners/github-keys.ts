import { verify } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import { resolveByDns, type TargetPolicy, WebhookClient } from '@storewright/webhooks';

/**
 * Injection token for the URL of GitHub's public keys, or undefined if the operator does not accept reports
 * from GitHub.
 */
export const GITHUB_KEYS_URL = Symbol('github keys url');
/** Policy for the network addresses from which the platform reads public keys. */
export const KEY_TARGETS = Symbol('policy of targets');

const TIMEOUT_MS = 5_000;
const MAX_DOCUMENT_BYTES = 60_000;
const LIFE_MS = 60 * 60_000;
/**
 * Minimum interval between two requests for GitHub's public keys, so that forged reports cannot cause many requests.
 */
const MIN_INTERVAL_MS = 60_000;

type Keys = ReadonlyMap<string, string>;

/**
 * Public keys with which GitHub signs leak reports, cached for an hour or until a report names an unknown
 * key. Requests have the same address restrictions as webhook requests (docs/adr/safe-targets.md).
 */
@Injectable()
export class GithubKeys implements OnApplicationShutdown {
  private readonly client: WebhookClient;
  private keys: Keys = new Map();
  private readAt = -Infinity;
  private requestedAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(
    @Inject(GITHUB_KEYS_URL) private readonly url: string | undefined,
    @Inject(KEY_TARGETS) policy: TargetPolicy,
  ) {
    const resolve = resolveByDns({ timeoutMs: TIMEOUT_MS, tries: 1 });
    this.client = new WebhookClient({
      policy,
      resolve,
      timeoutMs: TIMEOUT_MS,
      maxStoredBytes: MAX_DOCUMENT_BYTES,
    });
  }

  get isConfigured(): boolean {
    return this.url !== undefined;
  }

  onApplicationShutdown(): void {
    this.client.close();
  }

  /** True if the key with this id signed the request body (ECDSA P-256 with SHA-256). */
  async hasSigned(body: Buffer, keyId: string, signature: string): Promise<boolean> {
    const key = keyId && signature ? await this.keyOf(keyId) : undefined;
    if (key === undefined) return false;
    try {
      return verify('sha256', body, key, Buffer.from(signature, 'base64'));
    } catch {
      return false;
    }
  }

  private async keyOf(keyId: string): Promise<string | undefined> {
    const now = performance.now();
    const isOutdated = now - this.readAt > LIFE_MS || !this.keys.has(keyId);
    if (isOutdated && (this.reading || now - this.requestedAt > MIN_INTERVAL_MS))
      await (this.reading ??= this.read().finally(() => (this.reading = undefined)));
    if (this.keys.size === 0) throw keysUnavailable();
    return this.keys.get(keyId);
  }

  /** Reads GitHub's public keys. Keeps the cached keys if GitHub does not respond. */
  private async read(): Promise<void> {
    this.requestedAt = performance.now();
    const { status, answer } = await this.client.send({ method: 'GET', url: this.url!, headers: {} });
    const keys = status === 200 ? keysOf(answer) : undefined;
    if (keys) [this.keys, this.readAt] = [keys, performance.now()];
  }
}

function keysUnavailable(): ApiError {
  return new ApiError('unavailable', {
    detail: 'The report cannot be verified, because GitHub’s public keys are unavailable. Retry later.',
    headers: { 'retry-after': '60' },
  });
}

/** Parses GitHub's document of public keys. Returns undefined if the document is invalid. */
function keysOf(text: string): Keys | undefined {
  try {
    const { public_keys: keys } = JSON.parse(text) as {
      public_keys: { key_identifier: string; key: string }[];
    };
    return new Map(keys.map(({ key_identifier, key }) => [key_identifier, key]));
  } catch {
    return undefined;
  }
}
