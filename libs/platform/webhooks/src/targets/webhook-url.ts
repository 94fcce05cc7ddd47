import { isIP } from 'node:net';
import { isForbiddenAddress, type TargetPolicy } from './forbidden-address';
import { isLocalhost } from './resolve';

const MAX_LENGTH = 2048;
/** Lowest port that webhook URLs can use in development. Lower ports belong to system services. */
const MIN_UNPRIVILEGED_PORT = 1024;

/**
 * Returns the reason why the text is not a valid webhook URL, or undefined for a valid URL. Does not resolve
 * the host name.
 */
export function problemOfWebhookUrl(text: string, policy: TargetPolicy): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes('\\'))
    return 'must contain only ASCII without spaces and backslashes. Percent-encode other characters';
  // URL parsers ignore a third slash and read the text after it as the host.
  if (!URL.canParse(text) || /^[a-z]+:\/{3}/i.test(text))
    return 'must be an absolute address such as https://app.example/webhooks';
  const url = new URL(text);
  const schemes = policy.allowLoopback ? /^https?:\/\//i : /^https:\/\//i;
  if (!schemes.test(text)) return 'must start with https://';
  // Checks the original text, because a URL object drops an empty user name.
  if (/^[^/?#]*@/.test(text.replace(/^https?:\/*/i, ''))) return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not contain a fragment ("#…")';
  if (text.includes('*')) return 'must not contain a wildcard. Write the character "*" as %2A';
  return problemOfPort(url, policy) ?? problemOfHost(url, policy);
}

function problemOfPort({ protocol, port }: URL, { allowLoopback }: TargetPolicy): string | undefined {
  // A URL object has an empty port if the URL uses the default port of its scheme.
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (number === 443) return undefined;
  if (!allowLoopback) return 'must use port 443';
  return number === 80 || number >= MIN_UNPRIVILEGED_PORT
    ? undefined
    : `must use port 443, 80, or a port from ${MIN_UNPRIVILEGED_PORT}`;
}

function problemOfHost(url: URL, policy: TargetPolicy): string | undefined {
  const host = hostOf(url);
  if (isIP(host))
    return isForbiddenAddress(host, policy)
      ? `must point to a public internet address, which ${host} is not`
      : undefined;
  if (isLocalhost(host))
    return policy.allowLoopback ? undefined : 'must point to a public internet address, not to localhost';
  // Rejects host names without a dot, because their meaning depends on the local network of the worker.
  return host.replace(/\.$/, '').includes('.')
    ? undefined
    : `must name a public internet host, which "${host}" is not`;
}

export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
