import type { AuditSettings } from './audit-keys';
import { type AuditReport, ChainVerifier } from './chain-verifier';
import type { StoredChains } from './stored-chains';

export interface Verification extends AuditSettings {
  nowMs: number;
}

/**
 * Verifies the hash chain of a shop's audit log. Retention can delete entries during a verification, so
 * problems count only if a second verification also finds problems.
 */
export async function verifyChain(
  chains: StoredChains,
  shop_id: string,
  verification: Verification,
): Promise<AuditReport> {
  const report = await verifyOnce(chains, shop_id, verification);
  return report.problems.length === 0 ? report : verifyOnce(chains, shop_id, verification);
}

async function verifyOnce(
  chains: StoredChains,
  shop_id: string,
  verification: Verification,
): Promise<AuditReport> {
  const heads = await chains.headsOf(shop_id);
  const verifier = new ChainVerifier({ ...verification, shop_id, heads });
  let last = 0;
  const addPages = async (upTo?: number) => {
    for await (const page of chains.pages(shop_id, last, upTo))
      for (const { link, entry } of page) {
        verifier.add(link, entry);
        last = link.sequence;
      }
  };
  await addPages();
  // Reads the end of the hash chain after its entries, then verifies entries that were written in between.
  const end = await chains.endOf(shop_id);
  if (end.sequence > last) await addPages(end.sequence);
  return verifier.finish(end, await chains.unlinkedOf(shop_id));
}
