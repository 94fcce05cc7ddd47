/** Maximum length of a host name with a trailing dot and a port in characters (RFC 1035 §2.3.4). */
const MAX_HOST_LENGTH = 260;

/**
 * Returns the host name from a Host header (RFC 9110 §7.2) in lowercase, without port and trailing dot. The
 * port can be empty (RFC 3986 §3.2.3). Returns undefined for an invalid host name, because links in responses
 * contain the host name.
 */
export function hostNameOf(host: string | undefined): string | undefined {
  if (host === undefined || host.length > MAX_HOST_LENGTH) return undefined;
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]*[a-z0-9-])\.?(?::\d{0,5})?$/i.exec(host) ?? [];
  return name?.toLowerCase();
}
