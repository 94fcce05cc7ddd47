const KEY = 'storewright-try-it';
const TIMEOUT_MS = 30_000;
/** Maximum number of characters of a response that the form shows. */
const MAX_SHOWN_LENGTH = 100_000;

const read = async (path) => {
  const response = await fetch(`/docs/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
};

/**
 * Loads the example request of an operation and the URL of shops. `{shop}` in the URL is a placeholder for the shop's
 * domain.
 */
export async function load(api, operation) {
  const [requests, { shop_url: shopUrl }] = await Promise.all([
    read(`try-it/${api}.json`),
    read('explorer/addresses.json'),
  ]);
  return { request: requests[operation], shopUrl };
}

/** Formats the URL of shops for readers, such as `https://….shops.example`. */
export const hostsOf = (template) => template.replace('{shop}', '…');

/** Returns true if the URL belongs to a shop. The content security policy blocks all other URLs. */
export function isAllowed(base, template) {
  const [before, after] = template.split('{shop}');
  const domain = base.slice(before.length, base.length - after.length);
  return base === `${before}${domain}${after}` && /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/.test(domain);
}

export function addressOf(base, path, { parameters, query }) {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name].trim()));
  return `${base}${place}${query ? `?${query}` : ''}`;
}

/** Returns the URL and the token of the last request in this tab. Each kind of credential has its own token. */
export function recall(credential) {
  const { baseUrl = '', tokens = {} } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  return { baseUrl, token: tokens[credential] ?? '' };
}

export function remember(credential, { baseUrl, token }) {
  const { tokens = {} } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  const all = credential ? { ...tokens, [credential]: token } : tokens;
  sessionStorage.setItem(KEY, JSON.stringify({ baseUrl, tokens: all }));
}

/** Sends a request without cookies. Only the `Authorization` header contains the token. */
export async function send(address, { method, mediaType, credential, body }, form) {
  const start = performance.now();
  const response = await fetch(address, {
    method,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      Accept: 'application/vnd.api+json',
      ...(mediaType && { 'Content-Type': mediaType }),
      ...(credential && { Authorization: `Bearer ${form.token.trim()}` }),
    },
    ...(body && { body: form.body }),
  });
  const text = await response.text();
  const ms = Math.round(performance.now() - start);
  return { status: response.status, ms, text: formatted(text).slice(0, MAX_SHOWN_LENGTH) };
}

function formatted(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
