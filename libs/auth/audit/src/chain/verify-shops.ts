import type { AuthDatabase } from '@storewright/database';
import { Shop } from '@storewright/entities';
import type { AuditSettings } from './audit-keys';
import type { AuditReport } from './chain-verifier';
import { StoredChains } from './stored-chains';
import { verifyChain } from './verify-chain';

export interface VerifiedShop extends AuditReport {
  domain: string;
}

export async function* verifyShops(
  database: AuthDatabase,
  settings: AuditSettings,
  domain?: string,
): AsyncGenerator<VerifiedShop> {
  const chains = new StoredChains(database);
  const shops = await database.of({}, Shop).find({
    select: { id: true, domain: true },
    where: domain === undefined ? {} : { domain },
    order: { id: 'ASC' },
  });
  if (domain !== undefined && shops.length === 0) throw new Error(`no shop has the domain ${domain}`);
  for (const shop of shops) {
    const report = await verifyChain(chains, shop.id, { ...settings, nowMs: database.clock.now() });
    yield { domain: shop.domain, ...report };
  }
}
