import type { DomainProblem, DomainStatus } from './developer-domain.entity';

export type CheckResult = 'proved' | DomainProblem;

export const CHECK_INTERVAL_MS = 24 * 60 * 60 * 1000;
/** Interval between verifications of a verified domain while its servers do not respond. */
export const RETRY_INTERVAL_MS = 60 * 60 * 1000;
/**
 * Grace period in milliseconds for a verified domain whose servers do not respond. Afterwards the domain
 * loses the verified status.
 */
export const GRACE_MS = 3 * CHECK_INTERVAL_MS;

export interface DomainState {
  status: DomainStatus;
  problem: DomainProblem | null;
  /** Time of the last successful domain verification, in milliseconds since 1970. */
  proved_at: number | null;
  next_check_at: number | null;
}

/**
 * Returns the state of a domain after a verification. A verified domain loses its status immediately if its
 * TXT record and file are missing, and after the grace period if its servers do not respond.
 */
export function stateAfter(
  { status, proved_at }: Pick<DomainState, 'status' | 'proved_at'>,
  result: CheckResult,
  now: number,
): DomainState {
  if (result === 'proved')
    return { status: 'verified', problem: null, proved_at: now, next_check_at: now + CHECK_INTERVAL_MS };
  const unproved = { problem: result, proved_at };
  if (status !== 'verified') return { ...unproved, status, next_check_at: null };
  const isInGrace = result === 'unreachable' && proved_at !== null && now - proved_at < GRACE_MS;
  return isInGrace
    ? { ...unproved, status, next_check_at: now + RETRY_INTERVAL_MS }
    : { ...unproved, status: 'lost', next_check_at: null };
}
