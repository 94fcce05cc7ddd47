import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BatchedLimit, declaredLimit, networkOf, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { problemOfWebhookUrl, resolveByDns, type TargetPolicy, WebhookClient } from '@storewright/webhooks';
import { LRUCache } from 'lru-cache';
import { TARGET_POLICY } from '../apps/webhook-urls';
import { refused } from '../oauth/authorization-request';
import { type ClientDocument, InvalidDocument, parseClientDocument } from './client-document';

const CACHE_MS = 5 * 60_000;
const MAX_CACHED_DOCUMENTS = 1_000;
const TIMEOUT_MS = 5_000;
const MAX_DOCUMENT_BYTES = 64 * 1024;

/**
 * Reads Client ID Metadata Documents. Requests have the same restrictions as webhook requests: public
 * addresses only, no redirects, a timeout and a maximum size (docs/adr/safe-targets.md).
 */
@Injectable()
export class ClientDocuments implements OnApplicationShutdown {
  private readonly client: WebhookClient;
  private readonly limit: BatchedLimit;
  private readonly cache = new LRUCache<string, ClientDocument>({ max: MAX_CACHED_DOCUMENTS, ttl: CACHE_MS });

  constructor(
    @Inject(TARGET_POLICY) private readonly policy: TargetPolicy,
    database: AuthDatabase,
  ) {
    const resolve = resolveByDns({ timeoutMs: TIMEOUT_MS, tries: 1 });
    this.client = new WebhookClient({
      ...{ policy, resolve },
      timeoutMs: TIMEOUT_MS,
      maxStoredBytes: MAX_DOCUMENT_BYTES,
    });
    this.limit = new BatchedLimit(database, declaredLimit('auth-api:client-documents'));
  }

  /**
   * Returns the metadata document of an OAuth client. Throws a 400 error with an explanation for the person
   * in the browser.
   */
  async read(client_id: string, address: string): Promise<ClientDocument> {
    const known = this.cache.get(client_id);
    if (known) return known;
    const problem = problemOfWebhookUrl(client_id, this.policy) ?? problemOfPath(client_id);
    if (problem) throw refused('client_id', `${problem}.`);
    const ms = this.limit.consume(networkOf(address));
    if (ms !== undefined) throw rateLimited('Too many agents were looked up', ms, this.limit);
    const document = await this.fetch(client_id);
    this.cache.set(client_id, document);
    return document;
  }

  async onApplicationShutdown(): Promise<void> {
    this.client.close();
    await this.limit.stop();
  }

  private async fetch(url: string): Promise<ClientDocument> {
    const headers = { accept: 'application/json' };
    const { status, answer, error } = await this.client.send({ method: 'GET', url, headers });
    if (status === undefined) throw refused('client_id', `names a document that cannot be read: ${error}.`);
    if (status !== 200)
      throw refused('client_id', `names a document with the status ${status}. Redirects are not followed.`);
    if (Buffer.byteLength(answer) >= MAX_DOCUMENT_BYTES)
      throw refused('client_id', `names a document of ${MAX_DOCUMENT_BYTES} bytes or more.`);
    try {
      return parseClientDocument(url, answer);
    } catch (invalid) {
      if (!(invalid instanceof InvalidDocument)) throw invalid;
      throw refused('client_id', `names a document that ${invalid.message}.`);
    }
  }
}

/** Requires a path, and the spelling of the parsed URL, because client ids are compared as text. */
function problemOfPath(client_id: string): string | undefined {
  const { pathname, href } = new URL(client_id);
  if (pathname === '/') return 'must have a path, such as https://agent.example/client.json';
  return href === client_id ? undefined : `must be written as ${href}`;
}
