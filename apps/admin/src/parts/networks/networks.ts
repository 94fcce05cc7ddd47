import ipaddr from 'ipaddr.js';

/** Returns the networks in the text of a field. Returns null for empty text, which allows every network. */
export function networksIn(text: string): string[] | null {
  const networks = text.split(/[\s,;]+/).filter((each) => each !== '');
  return networks.length === 0 ? null : networks;
}

export function textOfNetworks(networks: readonly string[] | null): string {
  return (networks ?? []).join('\n');
}

/** Returns true if the networks exclude the IP address. Returns false while the text contains an incomplete network. */
export function isOutside(text: string, address: string): boolean {
  const networks = networksIn(text);
  if (!networks?.every(isNetwork) || !ipaddr.isValid(address)) return false;
  const own = ipaddr.process(address);
  return !networks.some((each) => contains(each, own));
}

function contains(network: string, own: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const maxBits = network.includes(':') ? 128 : 32;
  const [first, bits] = ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${maxBits}`);
  return first.kind() === own.kind() && own.match([first, bits]);
}

function isNetwork(text: string): boolean {
  return text.includes('/')
    ? ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
