import type { Language } from '@storewright/entities';
import { browserLanguage } from '@storewright/mail';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Maximum number of stored characters of a User-Agent header. */
const MAX_USER_AGENT = 255;

/** Origin of a request, for the audit log, the list of sessions and security notices. */
export interface Origin {
  request_id: string;
  address: string;
  user_agent: string | null;
  /** Language of emails to recipients who have not chosen one. */
  browser_language: Language | null;
}

export function originOf({ id, ip, headers }: FastifyRequest): Origin {
  const user_agent = headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
  const browser_language = browserLanguage(headers['accept-language']);
  return { request_id: id, address: ip, user_agent, browser_language };
}

/**
 * Returns the approximate network of an IP address: the IPv4 /24 or IPv6 /48. Returns null for an invalid
 * address.
 */
export function coarseNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const range = parsed.kind() === 'ipv4' ? 24 : 48;
  const version = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${version.networkAddressFromCIDR(`${parsed.toString()}/${range}`).toString()}/${range}`;
}
