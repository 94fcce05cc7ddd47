import { isStorable } from '@storewright/json-api';

/** Maximum length of an OAuth client name in code points, equal to the maximum for app names. */
const MAX_NAME_LENGTH = 100;
const MAX_REDIRECT_URIS = 50;
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

export interface ClientDocument {
  client_id: string;
  name: string;
  redirect_uris: readonly string[];
}

/** True for a client_id that is the URL of a client metadata document. The client_id of an app is a UUID. */
export function isClientUrl(client_id: string | undefined): client_id is string {
  return client_id !== undefined && /^https?:\/\//i.test(client_id);
}

export const domainOf = (client_url: string): string => new URL(client_url).host;

/**
 * Thrown if a client metadata document is invalid. The message completes the sentence "The document of the
 * client …".
 */
export class InvalidDocument extends Error {}

/**
 * Parses the client metadata document from `url`. Throws InvalidDocument if the document is invalid or
 * belongs to another URL.
 */
export function parseClientDocument(url: string, text: string): ClientDocument {
  const document = parsed(text);
  if (document['client_id'] !== url) throw new InvalidDocument('must have its own URL as client_id');
  const method = document['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none' || document['client_secret'] !== undefined)
    throw new InvalidDocument('must have token_endpoint_auth_method "none" and no client_secret');
  return { client_id: url, name: nameOf(url, document), redirect_uris: redirectsOf(document) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document))
      return document as Record<string, unknown>;
  } catch {
    // The error below also covers invalid JSON.
  }
  throw new InvalidDocument('is not a JSON object');
}

/** Returns the OAuth client name for the grant screen. Defaults to the domain of the client. */
function nameOf(url: string, { client_name }: Record<string, unknown>): string {
  const name = typeof client_name === 'string' ? client_name.trim().replaceAll(/\s+/g, ' ') : '';
  const isValid = name !== '' && [...name].length <= MAX_NAME_LENGTH && isStorable(name);
  return isValid && !/\p{C}/u.test(name) ? name : domainOf(url);
}

function redirectsOf({ redirect_uris }: Record<string, unknown>): string[] {
  const list: unknown[] = Array.isArray(redirect_uris) ? redirect_uris : [];
  const known = list.filter((each): each is string => typeof each === 'string' && isRedirect(each));
  if (known.length > 0 && list.length <= MAX_REDIRECT_URIS) return known;
  throw new InvalidDocument(
    `must have 1 to ${MAX_REDIRECT_URIS} redirect_uris with https, or with http on a loopback host`,
  );
}

function isRedirect(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#') || !/^[\x21-\x7e]+$/.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return username === '' && password === '' && (protocol === 'https:' || isLoopbackRedirect(text));
}

/**
 * True for the loopback redirect URI of a native client (RFC 8252 §7.3). Any program on the device can listen
 * on it.
 */
export function isLoopbackRedirect(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname);
}

/**
 * True if a client metadata document contains the redirect URI. Comparison is by character, except that
 * loopback URIs can have any port (RFC 8252 §7.3).
 */
export function hasRedirect({ redirect_uris }: ClientDocument, sent: string): boolean {
  if (!isRedirect(sent)) return false;
  if (redirect_uris.includes(sent)) return true;
  return isLoopbackRedirect(sent) && redirect_uris.some((each) => withoutPort(each) === withoutPort(sent));
}

function withoutPort(text: string): string | undefined {
  if (!isLoopbackRedirect(text)) return undefined;
  const url = new URL(text);
  url.port = '';
  return url.href;
}
