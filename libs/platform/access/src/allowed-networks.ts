import { isIP } from 'node:net';
import { ApiError, Rule, shown, type Violations } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Maximum number of allowed networks of a token, an installation or an app. */
const MAX_ALLOWED_NETWORKS = 20;

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Parses a network in CIDR notation or a single IP address. Returns undefined for invalid text, and for
 * ambiguous text such as 010.0.0.0/8, which some programs read as octal.
 */
function parse(text: string): Network | undefined {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  // Rejects an IPv6 address with a zone, such as fe80::1%eth0, which `isIP` accepts.
  if (version === 0 || address.includes('%') || more.length > 0) return undefined;
  const maxBits = version === 4 ? 32 : 128;
  if (prefix === undefined) return [ipaddr.parse(address), maxBits];
  const isPrefix = /^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= maxBits;
  return isPrefix ? [ipaddr.parse(address), Number(prefix)] : undefined;
}

const textOf = ([address, bits]: Network): string => `${address.toString()}/${bits}`;

function masked([address, bits]: Network): string {
  const version = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return textOf([version.networkAddressFromCIDR(`${address.toString()}/${bits}`), bits]);
}

function faultOf(text: string): string | undefined {
  const network = parse(text);
  if (!network)
    return `"${shown(text)}" is not a network. Use CIDR notation such as "203.0.113.0/24" or "2001:db8::/32".`;
  const [address] = network;
  if (address.range() === 'ipv4Mapped')
    return `"${text}" is an IPv4 network in IPv6 notation. Use a network such as "203.0.113.0/24".`;
  if (masked(network) !== textOf(network))
    return (
      `"${text}" has bits after its network prefix. ` +
      `Use "${masked(network)}" for the network, or "${address.toString()}" for the address.`
    );
  return undefined;
}

export function parseNetworks(texts: readonly string[]): Network[] {
  return texts.map(parse).filter((network) => network !== undefined);
}

export function networkTexts(networks: readonly Network[]): string[] {
  return networks.map(textOf);
}

/** Returns the networks in canonical CIDR notation, without duplicates. All networks must be valid. */
export function canonicalNetworks(texts: readonly string[]): string[] {
  return [...new Set(networkTexts(parseNetworks(texts)))];
}

/**
 * True if one of the networks contains the IP address. An IPv4-mapped IPv6 address is treated as an IPv4
 * address.
 */
export function isWithin(networks: readonly Network[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return networks.some((network) => network[0].kind() === client.kind() && client.match(network));
}

/**
 * True if the networks `after` contain an address that is outside the networks `before`. null contains every
 * address. Does not recognize that two halves of a network equal the whole network.
 */
export function isWider(before: readonly string[] | null, after: readonly string[] | null): boolean {
  if (before === null || after === null) return before !== null;
  const known = parseNetworks(before);
  return !parseNetworks(after).every(([address, bits]) =>
    known.some(
      (network) => network[1] <= bits && network[0].kind() === address.kind() && address.match(network),
    ),
  );
}

/**
 * Returns the client's IP address, as reported by a trusted proxy if the request came through one. Returns an
 * empty string for an aborted request, because the request has lost its socket.
 */
export function addressOf(request: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  return (request.raw.socket ? request.ip : undefined) ?? '';
}

/** Throws 403 if none of the allowed networks contains the client's address. */
export function checkAddress(networks: readonly Network[], address: string): void {
  if (isWithin(networks, address)) return;
  throw new ApiError('network_not_allowed', {
    detail:
      `The token is not allowed for requests from ${address}. Send the request from an allowed network, or ask a ` +
      'member of the shop to add the address to allowed_networks.',
    meta: { address },
  });
}

const isNetworkList = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= MAX_ALLOWED_NETWORKS &&
  value.every((each) => typeof each === 'string');

/**
 * Validates that an attribute is a list of strings. The `check` method of the DTO must also call
 * `checkNetworks` to validate the networks.
 */
export function IsNetworkList(): PropertyDecorator {
  return Rule(
    'isNetworkList',
    isNetworkList,
    `a list of 1 to ${MAX_ALLOWED_NETWORKS} networks such as "203.0.113.0/24", or null`,
    { type: 'array', minItems: 1, maxItems: MAX_ALLOWED_NETWORKS, items: { type: 'string' } },
  );
}

export function checkNetworks(networks: unknown, violations: Violations, pointer: string): void {
  if (!isNetworkList(networks)) return;
  for (const [at, text] of networks.entries()) {
    const detail = faultOf(text);
    if (detail === undefined) continue;
    violations.add('invalid_attribute', {
      detail,
      source: { pointer: `${pointer}/${at}` },
      meta: { attribute: pointer.split('/').at(-1) },
    });
  }
}
