import { Inject, Injectable } from '@nestjs/common';
import { invalidAttribute } from '@storewright/json-api';
import {
  hostOf,
  isForbiddenAddress,
  problemOfWebhookUrl,
  resolveByDns,
  type TargetPolicy,
} from '@storewright/webhooks';
import { isIP } from 'node:net';

export const TARGET_POLICY = Symbol('target policy');

/**
 * Validates webhook URLs when an app is saved. Every delivery checks the target address again
 * (docs/adr/safe-targets.md).
 */
@Injectable()
export class WebhookUrls {
  private readonly resolve = resolveByDns({ timeoutMs: 1_000, tries: 1 });

  constructor(@Inject(TARGET_POLICY) private readonly policy: TargetPolicy) {}

  /**
   * Throws if a webhook URL is invalid or its host name resolves to a forbidden address. Accepts a host name
   * that cannot be resolved yet.
   */
  async check(address: string | null | undefined): Promise<void> {
    if (!address) return;
    const problem = problemOfWebhookUrl(address, this.policy) ?? (await this.problemOfName(address));
    if (!problem) return;
    throw invalidAttribute('webhook_url', `webhook_url ${problem}.`);
  }

  private async problemOfName(address: string): Promise<string | undefined> {
    const name = hostOf(new URL(address));
    if (isIP(name)) return undefined;
    const addresses = await this.resolve(name).catch(() => []);
    const forbidden = addresses.some((each) => isForbiddenAddress(each.address, this.policy));
    return forbidden ? `must point to a public internet address, but ${name} does not` : undefined;
  }
}
