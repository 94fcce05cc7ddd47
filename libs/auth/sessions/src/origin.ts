import type { Language } from '@storewright/entities';
import { browserLanguage } from '@storewright/mail';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** As much of what a browser calls itself as is kept. */
const MAX_USER_AGENT = 255;

/** Where a request came from, for the audit log, the list of sessions and mails. */
export interface Origin {
  request_id: string;
  address: string;
  user_agent: string | null;
  /** For mails to who has chosen no language. */
  browser_language: Language | null;
}

export function originOf({ id, ip, headers }: FastifyRequest): Origin {
  const user_agent = headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
  const browser_language = browserLanguage(headers['accept-language']);
  return { request_id: id, address: ip, user_agent, browser_language };
}

/** About where an address is: of IPv4 its /24, of IPv6 its /48. Null of what is no address. */
export function coarseNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const range = parsed.kind() === 'ipv4' ? 24 : 48;
  const version = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${version.networkAddressFromCIDR(`${parsed.toString()}/${range}`).toString()}/${range}`;
}
