/** Maximum length of a host name (RFC 1035 §2.3.4) with a trailing dot and a port. */
const MAX_HOST_LENGTH = 260;

/**
 * Returns the host name of a Host field (RFC 9110 §7.2) in lowercase, without its port and the dot of a fully
 * qualified name. The port may be empty (RFC 3986 §3.2.3). Returns undefined for a field that is not a host
 * name, because the host name appears in links.
 */
export function hostNameOf(host: string | undefined): string | undefined {
  if (host === undefined || host.length > MAX_HOST_LENGTH) return undefined;
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]*[a-z0-9-])\.?(?::\d{0,5})?$/i.exec(host) ?? [];
  return name?.toLowerCase();
}
