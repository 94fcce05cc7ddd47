import { auditHash, FIRST_PREVIOUS_HASH, type HashedEntry, type Link } from './audit-hash';
import type { AuditKeys } from './audit-keys';
import { openHead } from './signed-head';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_UNSIGNED_MS = 2 * DAY_MS;
const MAX_PROBLEMS = 100;

/**
 * Problems in an audit log. `head` means a signature that is invalid, missing or made with an unknown key,
 * which can hide changes of the entries.
 */
export type AuditProblemKind = 'changed' | 'removed' | 'inserted' | 'head';

/** A row of the audit log that does not match the hash chain. */
export interface AuditProblem {
  kind: AuditProblemKind;
  /** Sequence number of the audit log entry. null for an entry that is missing in the hash chain. */
  sequence: number | null;
  /** Id of the audit log entry. null if only its sequence number is known. */
  entry_id: string | null;
  detail: string;
}

/** A row of `auth.audit_heads`, which contains a signature over an audit log. The hash is hexadecimal. */
export interface StoredHead {
  sequence: number;
  day: string;
  hash: string;
  jws: string;
}

export interface ChainEnd {
  sequence: number;
  hash: string;
}

export interface VerifiedChain {
  shop_id: string;
  keys: AuditKeys;
  /** Signatures over the audit log, sorted by sequence number. */
  heads: readonly StoredHead[];
  nowMs: number;
  retentionDays: number;
}

export interface AuditReport {
  entries: number;
  first_sequence: number | null;
  last_sequence: number | null;
  /** Sequence number of the last audit log entry that a signature covers. 0 without signatures. */
  signed_sequence: number;
  problems: AuditProblem[];
}

/**
 * Verifies the hash chain of a shop's audit log, whose links must be added in order. After a problem, the
 * verification continues with the stored hash, so that one tampered row causes one problem.
 */
export class ChainVerifier {
  private readonly problems: AuditProblem[] = [];
  /** Valid signatures over the audit log, keyed by sequence number. */
  private readonly heads = new Map<number, StoredHead>();
  private previous: Pick<Link, 'sequence' | 'hash'> | undefined;
  private firstSequence: number | null = null;
  private entries = 0;
  private signedSequence = 0;
  private oldestUnsigned: { sequence: number; entry_id: string; createdMs: number } | undefined;

  constructor(private readonly chain: VerifiedChain) {
    for (const head of chain.heads) {
      const problem = this.problemOfHead(head);
      if (problem === undefined) this.heads.set(head.sequence, head);
      else this.report('head', head.sequence, null, problem);
    }
  }

  get firstProblem(): AuditProblem | undefined {
    return this.problems[0];
  }

  /** Verifies the next link of the hash chain. `entry` is undefined if the audit log entry was deleted. */
  add(link: Link, entry: HashedEntry | undefined): void {
    this.checkPlace(link);
    this.checkEntry(link, entry);
    if (entry && !this.oldestUnsigned)
      this.oldestUnsigned = { ...link, createdMs: Date.parse(entry.created_at) };
    this.checkHead(link);
    this.entries += 1;
    this.previous = link;
  }

  /**
   * Verifies the end of the hash chain and returns the report. `unlinked` contains the ids of audit log
   * entries that are missing in the chain.
   */
  finish(end: ChainEnd, unlinked: readonly string[] = []): AuditReport {
    const last = this.previous ?? this.anchorAt(end.sequence);
    if (end.sequence !== (last?.sequence ?? 0) || end.hash !== (last?.hash ?? FIRST_PREVIOUS_HASH))
      this.report(
        'removed',
        end.sequence,
        null,
        'The stored end of the hash chain does not match its last audit log entry.',
      );
    for (const { sequence } of this.chain.heads)
      if (sequence > (last?.sequence ?? 0))
        this.report(
          'removed',
          sequence,
          null,
          `Audit log entry ${sequence} was removed: a signature over the audit log proves that the entry existed.`,
        );
    for (const id of unlinked)
      this.report('inserted', null, id, 'The audit log entry is missing in the hash chain of the shop.');
    this.checkUnsigned();
    return {
      entries: this.entries,
      first_sequence: this.firstSequence,
      last_sequence: this.previous?.sequence ?? null,
      signed_sequence: this.signedSequence,
      problems: this.problems,
    };
  }

  private problemOfHead({ jws, sequence, hash, day }: StoredHead): string | undefined {
    const head = openHead(this.chain.keys, jws);
    if (head === 'unknown_key')
      return `The signature over entries up to ${sequence} used a key that AUDIT_KEY does not contain.`;
    const matches =
      head !== 'invalid' &&
      head.shop_id === this.chain.shop_id &&
      head.sequence === sequence &&
      head.hash === hash &&
      Date.parse(head.day!) === Date.parse(day);
    return matches ? undefined : `The signature over entries up to ${sequence} is invalid.`;
  }

  private checkPlace({ sequence, entry_id, previous_hash }: Link): void {
    if (this.previous === undefined) return this.checkStart({ sequence, entry_id, previous_hash });
    const expected = this.previous.sequence + 1;
    if (sequence > expected) {
      const missing =
        sequence - 1 > expected
          ? `audit log entries ${expected} to ${sequence - 1}`
          : `audit log entry ${expected}`;
      this.report('removed', expected, null, `The hash chain lacks ${missing}.`);
    } else if (sequence < expected)
      this.report('inserted', sequence, entry_id, `The hash chain contains entry ${sequence} twice.`);
    else if (previous_hash !== this.previous.hash)
      this.report(
        ...(['changed', sequence, entry_id] as const),
        `Audit log entry ${sequence} does not follow entry ${sequence - 1}: one of them was changed.`,
      );
  }

  /**
   * Verifies that the hash chain starts with the first entry, or directly after a signed hash that is older
   * than the retention time.
   */
  private checkStart({ sequence, entry_id, previous_hash }: Omit<Link, 'hash'>): void {
    this.firstSequence = sequence;
    const anchor = this.anchorAt(sequence - 1);
    if (sequence === 1 ? previous_hash === FIRST_PREVIOUS_HASH : anchor?.hash === previous_hash) return;
    this.report(
      ...(['removed', sequence, entry_id] as const),
      `The entries before entry ${sequence} were removed, and no signature proves the start of the hash chain.`,
    );
  }

  private anchorAt(sequence: number): StoredHead | undefined {
    const head = this.heads.get(sequence);
    if (!head) return undefined;
    const ageDays = (this.chain.nowMs - Date.parse(head.day)) / DAY_MS;
    if (ageDays >= this.chain.retentionDays) return head;
    this.report(
      'removed',
      sequence,
      null,
      `Entries up to ${sequence} were removed before the end of their retention time.`,
    );
    return head;
  }

  private checkEntry(link: Link, entry: HashedEntry | undefined): void {
    const { sequence, entry_id } = link;
    if (!entry) return this.report('removed', sequence, entry_id, `Audit log entry ${sequence} was removed.`);
    if (entry.shop_id !== this.chain.shop_id || auditHash(entry, link) !== link.hash)
      this.report('changed', sequence, entry_id, `Audit log entry ${sequence} was changed.`);
  }

  private checkHead({ sequence, hash, entry_id }: Link): void {
    const head = this.heads.get(sequence);
    if (!head) return;
    if (head.hash !== hash)
      this.report(
        ...(['changed', sequence, entry_id] as const),
        `Audit log entries ${this.signedSequence + 1} to ${sequence} were changed: they do not match their signature.`,
      );
    this.signedSequence = sequence;
    this.oldestUnsigned = undefined;
  }

  private checkUnsigned(): void {
    const oldest = this.oldestUnsigned;
    if (!oldest || this.chain.nowMs - oldest.createdMs <= MAX_UNSIGNED_MS) return;
    const { sequence, entry_id } = oldest;
    this.report(
      'head',
      sequence,
      entry_id,
      `Audit log entry ${sequence} is older than two days, but no signature covers the entry.`,
    );
  }

  private report(
    kind: AuditProblemKind,
    sequence: number | null,
    entry_id: string | null,
    detail: string,
  ): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ kind, sequence, entry_id, detail });
  }
}
