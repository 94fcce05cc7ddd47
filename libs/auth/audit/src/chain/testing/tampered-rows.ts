import { randomUUID } from 'node:crypto';
import { auditHash, type HashedEntry, type Link } from '../audit-hash';
import type { AuditSettings } from '../audit-keys';
import { type AuditReport, type ChainEnd, ChainVerifier, type StoredHead } from '../chain-verifier';
import type { StoredChains } from '../stored-chains';

export interface AuditRows {
  shop_id: string;
  links: Link[];
  entries: HashedEntry[];
  heads: StoredHead[];
  end: ChainEnd;
}

export async function readRows(chains: StoredChains, shop_id: string): Promise<AuditRows> {
  const rows: AuditRows = {
    ...{ shop_id, links: [], entries: [] },
    ...{ heads: await chains.headsOf(shop_id), end: await chains.endOf(shop_id) },
  };
  for await (const page of chains.pages(shop_id, 0))
    for (const { link, entry } of page) {
      rows.links.push(link);
      if (entry) rows.entries.push(entry);
    }
  return rows;
}

export const copyOf = (rows: AuditRows): AuditRows => structuredClone(rows);

export function verifyRows(
  { shop_id, links, entries, heads, end }: AuditRows,
  settings: AuditSettings,
): AuditReport {
  const verifier = new ChainVerifier({ ...settings, shop_id, heads, nowMs: Date.now() });
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const link of links) verifier.add(link, byId.get(link.entry_id));
  const linked = new Set(links.map(({ entry_id }) => entry_id));
  return verifier.finish(
    end,
    entries.filter(({ id }) => !linked.has(id)).map(({ id }) => id),
  );
}

function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = (below: number) => number;

const changes: ((entry: HashedEntry) => void)[] = [
  (entry) => (entry.kind = 'access_tokens.created'),
  (entry) => (entry.detail = { ...entry.detail, number: 0 }),
  (entry) => (entry.detail = { ...entry.detail, added: null }),
  (entry) => (entry.created_at = entry.created_at.replace(/\d{6}Z/, '999999Z')),
  (entry) => (entry.owner_id = randomUUID()),
  (entry) => (entry.request_id = 'another'),
  (entry) => (entry.actor = 'operator'),
  (entry) => (entry.token_id = randomUUID()),
];

/**
 * Recomputes the hashes of a range of audit log entries, as an attacker with write access to the database
 * would.
 */
function rehash({ links, entries, end }: AuditRows, from: number, to = links.length - 1): void {
  for (let at = from; at <= to; at += 1) {
    const link = links[at]!;
    link.sequence = at === 0 ? 1 : links[at - 1]!.sequence + 1;
    if (at > 0) link.previous_hash = links[at - 1]!.hash;
    link.hash = auditHash(
      entries.find(({ id }) => id === link.entry_id)!,
      link,
    );
  }
  if (to === links.length - 1) Object.assign(end, { sequence: links[to]!.sequence, hash: links[to]!.hash });
}

/** Edits that tamper with the rows of an audit log. Signatures cover the first `signed` entries. */
const edits: Record<string, (rows: AuditRows, random: Random, signed: number) => void> = {
  'change an entry': ({ entries }, random) => change(entries[random(entries.length)]!, random),
  'remove an entry': ({ entries }, random) => entries.splice(random(entries.length), 1),
  'remove a link': ({ links }, random) => links.splice(random(links.length), 1),
  'remove an entry with its link': ({ entries, links }, random) => {
    const at = random(links.length);
    entries.splice(at, 1);
    links.splice(at, 1);
  },
  'remove the last entries and reset the end': (rows, random, signed) => {
    const kept = 1 + random(signed - 1);
    for (const list of [rows.entries, rows.links]) list.splice(kept);
    Object.assign(rows.end, { sequence: kept, hash: rows.links.at(-1)!.hash });
  },
  'remove the first entries': (rows, random) => {
    const removed = 1 + random(rows.links.length - 1);
    for (const list of [rows.entries, rows.links]) list.splice(0, removed);
  },
  'insert an entry': ({ entries }, random) =>
    entries.push({ ...entries[random(entries.length)]!, id: randomUUID() }),
  'insert an entry and rewrite what follows': (rows, random, signed) => {
    const at = random(signed);
    const entry = { ...rows.entries[at]!, id: randomUUID() };
    rows.entries.splice(at, 0, entry);
    rows.links.splice(at, 0, { ...rows.links[at]!, entry_id: entry.id });
    rehash(rows, at);
  },
  'change an entry and its hash': (rows, random, signed) => {
    const at = random(signed);
    change(rows.entries[at]!, random);
    rehash(rows, at, at);
  },
  'change an entry and rewrite what follows': (rows, random, signed) => {
    const at = random(signed);
    change(rows.entries[at]!, random);
    rehash(rows, at);
  },
  'exchange two entries': ({ links }, random) => {
    const at = random(links.length - 1);
    const [one, other] = [links[at]!, links[at + 1]!];
    [one.entry_id, other.entry_id] = [other.entry_id, one.entry_id];
  },
  'change a head': ({ heads }, random) => {
    const head = heads[random(heads.length)]!;
    if (random(2) === 0) head.sequence -= 1;
    else head.jws = head.jws.replace(/\.(.)/, (_, letter: string) => `.${letter === 'A' ? 'B' : 'A'}`);
  },
  'change the end': ({ end }, random) =>
    random(2) === 0 ? (end.sequence -= 1) : (end.hash = '00'.repeat(32)),
};

function change(entry: HashedEntry, random: Random): void {
  changes[random(changes.length)]!(entry);
}

/** Tampers with the rows of an audit log in a random way. Returns the name of the edit. */
export function tamper(rows: AuditRows, seed: number, signed: number): string {
  const random = randomOf(seed);
  const names = Object.keys(edits);
  const name = names[random(names.length)]!;
  edits[name]!(rows, random, signed);
  return name;
}
