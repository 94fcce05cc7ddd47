import { Resolver } from 'node:dns/promises';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { resolveByDns, type TargetPolicy, WebhookClient } from '@storewright/webhooks';
import { isLoopbackDomain } from './domain-input';
import type { CheckResult } from './domain-state';

/** Policy for the network addresses to which the platform sends requests on behalf of developers. */
export const LISTING_TARGETS = Symbol('policy of targets');
/** IP addresses of DNS servers. Defaults to the DNS servers of the operating system. */
export const NAME_SERVERS = Symbol('name servers');

const TIMEOUT_MS = 5_000;

export const recordName = (domain: string): string => `_storewright.${domain}`;
export const proofOf = (token: string): string => `storewright-domain=${token}`;

export function fileUrl(domain: string): string {
  const scheme = isLoopbackDomain(domain) ? 'http' : 'https';
  return `${scheme}://${domain}/.well-known/storewright-domain.txt`;
}

const absentCodes = ['ENOTFOUND', 'ENODATA'];

/**
 * Verifies that a developer controls a domain, by a TXT record or a file. HTTP requests have the same address
 * restrictions as webhook requests (docs/adr/safe-targets.md).
 */
@Injectable()
export class DomainProof implements OnApplicationShutdown {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  private readonly client: WebhookClient;

  constructor(
    @Inject(LISTING_TARGETS) policy: TargetPolicy,
    @Optional() @Inject(NAME_SERVERS) servers: string[] = [],
  ) {
    if (servers.length > 0) this.resolver.setServers(servers);
    const resolve = resolveByDns({ timeoutMs: TIMEOUT_MS, tries: 1, servers });
    this.client = new WebhookClient({ policy, resolve, timeoutMs: TIMEOUT_MS });
  }

  onApplicationShutdown(): void {
    this.client.close();
  }

  async check(domain: string, token: string): Promise<CheckResult> {
    const results = await Promise.all([this.checkRecord(domain, token), this.checkFile(domain, token)]);
    if (results.includes('proved')) return 'proved';
    return results.includes('unreachable') ? 'unreachable' : 'absent';
  }

  private async checkRecord(domain: string, token: string): Promise<CheckResult> {
    // Loopback domains such as localhost have no public TXT record.
    if (isLoopbackDomain(domain)) return 'absent';
    try {
      const records = await this.resolver.resolveTxt(recordName(domain));
      return records.some((parts) => parts.join('').trim() === proofOf(token)) ? 'proved' : 'absent';
    } catch (error) {
      return absentCodes.includes((error as NodeJS.ErrnoException).code ?? '') ? 'absent' : 'unreachable';
    }
  }

  private async checkFile(domain: string, token: string): Promise<CheckResult> {
    const { status, answer } = await this.client.send({ method: 'GET', url: fileUrl(domain), headers: {} });
    if (status === undefined || status >= 500) return 'unreachable';
    const lines = answer.split('\n').map((line) => line.trim());
    return status === 200 && lines.includes(proofOf(token)) ? 'proved' : 'absent';
  }
}
