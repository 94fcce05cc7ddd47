import type { AuditSettings } from './audit-keys';
import { type AuditReport, ChainVerifier } from './chain-verifier';
import type { StoredChains } from './stored-chains';

export interface Verification extends AuditSettings {
  nowMs: number;
}

/**
 * Verifies the stored chain of a shop. A problem is reported only if a second verification finds problems too, because
 * retention can remove entries between two statements of the first one.
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
  // Entries that were written during the verification precede the end that is read after the first pages.
  const end = await chains.endOf(shop_id);
  if (end.sequence > last) await addPages(end.sequence);
  return verifier.finish(end, await chains.unlinkedOf(shop_id));
}
