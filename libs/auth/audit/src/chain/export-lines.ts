import type { AuditSettings } from './audit-keys';
import { hashedMembers } from './audit-hash';
import { canonicalJson } from './canonical-json';
import { signHead } from './signed-head';
import type { StoredChains } from './stored-chains';

/**
 * Yields the signed export of a shop's audit log as chunks of NDJSON. A line contains an entry with its hash,
 * or a signature over all previous entries (`{"head": …}`).
 */
export async function* exportLines(
  chains: StoredChains,
  shop_id: string,
  { keys, exportedAt }: Pick<AuditSettings, 'keys'> & { exportedAt: Date },
): AsyncGenerator<string> {
  const heads = new Map((await chains.headsOf(shop_id)).map((head) => [head.sequence, head.jws]));
  const end = await chains.endOf(shop_id);
  const [anchor] = heads.keys();
  let isFirst = true;
  for await (const page of chains.pages(shop_id, 0, end.sequence)) {
    const lines: string[] = [];
    for (const { link, entry } of page) {
      if (isFirst && anchor === link.sequence - 1) lines.push(headLine(heads.get(anchor)!));
      isFirst = false;
      if (entry) lines.push(canonicalJson({ ...hashedMembers(entry, link), hash: link.hash }));
      const head = heads.get(link.sequence);
      if (head !== undefined) lines.push(headLine(head));
    }
    yield `${lines.join('\n')}\n`;
  }
  const exported_at = exportedAt.toISOString();
  yield `${headLine(signHead(keys, { ...end, shop_id, exported_at }))}\n`;
}

const headLine = (jws: string) => canonicalJson({ head: jws });
