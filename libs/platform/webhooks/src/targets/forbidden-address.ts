import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import declared from './refused-ranges.json';

export interface TargetPolicy {
  /** Permits loopback addresses, http, and ports from 1024, for development (WEBHOOKS_ALLOW_LOOPBACK). */
  allowLoopback: boolean;
}

interface DeclaredRanges {
  /** Address space of the public internet. For IPv6 this is global unicast (RFC 4291 §2.4). */
  within: string;
  /**
   * Address ranges inside `within` that webhooks must not reach. `use` names the purpose of the range and the
   * document that defines the range.
   */
  refused: readonly { range: string; use: string }[];
}

/**
 * Forbidden address ranges. The network policy of the Helm chart uses the same ranges
 * (docs/adr/safe-targets.md).
 */
export const refusedRanges: Readonly<Record<'ipv4' | 'ipv6', DeclaredRanges>> = declared;

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const parsed = (({ ipv4, ipv6 }) => ({ ipv4: parse(ipv4), ipv6: parse(ipv6) }))(refusedRanges);

function parse({ within, refused }: DeclaredRanges): { within: Range; refused: Range[] } {
  return {
    within: ipaddr.parseCIDR(within),
    refused: refused.map(({ range }) => ipaddr.parseCIDR(range)),
  };
}

/**
 * True if webhooks must not reach this IP address. Text that is not a canonical IP address is forbidden too.
 */
export function isForbiddenAddress(ip: string, { allowLoopback }: TargetPolicy): boolean {
  // Rejects non-canonical forms such as 010.1, because ipaddr.js and other programs read them as different
  // addresses.
  if (isIP(ip) === 0 || ip.includes('%')) return true;
  const address = ipaddr.parse(ip);
  if (allowLoopback && address.range() === 'loopback') return false;
  const { within, refused } = parsed[address.kind()];
  return !address.match(within) || refused.some((each) => address.match(each));
}
