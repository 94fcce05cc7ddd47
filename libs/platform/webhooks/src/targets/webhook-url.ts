import { isIP } from 'node:net';
import { isForbiddenAddress, type TargetPolicy } from './forbidden-address';
import { isLocalhost } from './resolve';

const MAX_LENGTH = 2048;
/** Below are the ports of the system's own services. */
const MIN_UNPRIVILEGED_PORT = 1024;

/** What is wrong with the address of a webhook as it is written, or undefined; what its name resolves to is another question. */
export function problemOfWebhookUrl(text: string, policy: TargetPolicy): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes('\\'))
    return 'must be written in ASCII without spaces and backslashes (percent-encode what is not)';
  // A parser passes over a third slash, and takes what follows for the host.
  if (!URL.canParse(text) || /^[a-z]+:\/{3}/i.test(text))
    return 'must be an absolute address such as https://app.example/webhooks';
  const url = new URL(text);
  const schemes = policy.allowLoopback ? /^https?:\/\//i : /^https:\/\//i;
  if (!schemes.test(text)) return 'must start with https://';
  // An empty one is not in the URL any more, but it is in the text.
  if (/^[^/?#]*@/.test(text.replace(/^https?:\/*/i, ''))) return 'must not hold a user name or a password';
  if (text.includes('#')) return 'must not have a fragment ("#…")';
  if (text.includes('*'))
    return 'must be one address, without a wildcard (%2A where you mean the character "*")';
  return problemOfPort(url, policy) ?? problemOfHost(url, policy);
}

function problemOfPort({ protocol, port }: URL, { allowLoopback }: TargetPolicy): string | undefined {
  // An URL does not show the port that its scheme has by default.
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (number === 443) return undefined;
  if (!allowLoopback) return 'must not name a port other than 443';
  return number === 80 || number >= MIN_UNPRIVILEGED_PORT
    ? undefined
    : `must not name a port other than 443, 80 and those from ${MIN_UNPRIVILEGED_PORT} on`;
}

function problemOfHost(url: URL, policy: TargetPolicy): string | undefined {
  const host = hostOf(url);
  if (isIP(host))
    return isForbiddenAddress(host, policy)
      ? `must lead to an address of the public internet, which ${host} is not`
      : undefined;
  if (isLocalhost(host))
    return policy.allowLoopback
      ? undefined
      : 'must lead to an address of the public internet, not to localhost';
  // A name without a dot means something in the network of the sender alone.
  return host.replace(/\.$/, '').includes('.')
    ? undefined
    : `must name a host of the public internet, which "${host}" is not`;
}

/** The name or address of a URL as sockets take it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
