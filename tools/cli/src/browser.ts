import { isIP } from 'node:net';

/** Returns the program that opens a URL in a browser, or undefined on a machine without a screen. */
export function openerOf(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): [string, ...string[]] | undefined {
  if (environment['SSH_CONNECTION']) return undefined;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}

/**
 * Returns the URL to open in a browser, or undefined if opening it automatically is unsafe. Only http and
 * https are allowed: another scheme can start another program, and an argument such as `--help` is an option
 * of the browser. The host must be the host of `requested` (the auth API's URL that the user typed), a
 * sibling host or a subdomain, at any port.
 */
export function openable(address: string, requested: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const [url, { protocol, hostname }] = [new URL(address), new URL(requested)];
  if (url.protocol !== protocol && url.protocol !== 'https:') return undefined;
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password) return undefined;
  const isNear = url.hostname === hostname || url.hostname.endsWith(`.${siteOf(hostname)}`);
  return isNear ? url.href : undefined;
}

/**
 * Returns the parent domain of a host name, such as `shops.example` for `auth.shops.example`. Returns the
 * host name itself for an IP address or if the parent domain is a single label.
 */
function siteOf(hostname: string): string {
  if (hostname.endsWith('.localhost')) return 'localhost';
  const [, ...above] = hostname.split('.');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return above.length < 2 || isAddress ? hostname : above.join('.');
}

/**
 * Opens a page in a browser if the terminal is interactive. Ignores failures, because the terminal also shows
 * the URL.
 */
export async function openInBrowser(page: string, requested: string): Promise<void> {
  const address = openable(page, requested);
  const opener = openerOf(process.platform, process.env);
  if (address === undefined || !opener || !process.stdin.isTTY || !process.stderr.isTTY) return;
  const [program, ...words] = opener;
  const { spawn } = await import('node:child_process');
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
