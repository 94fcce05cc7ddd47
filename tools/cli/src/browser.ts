import { isIP } from 'node:net';

/** The program that opens an address on this machine; undefined where nobody looks at its screen. */
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
 * The address as a browser gets it, or undefined for one that must not be opened by itself: other programs than a browser handle other schemes, and a word such as
 * `--help` is an option. `requested`: the address of the auth API that the person named. Its panel is on the same host, on a neighbour of it, or below it, at any port.
 */
export function openable(address: string, requested: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const [url, { protocol, hostname }] = [new URL(address), new URL(requested)];
  if (url.protocol !== protocol && url.protocol !== 'https:') return undefined;
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password) return undefined;
  const isNear = url.hostname === hostname || url.hostname.endsWith(`.${siteOf(hostname)}`);
  return isNear ? url.href : undefined;
}

/** What follows the first label, where that is still the name of somebody: `shops.example` of `auth.shops.example`. */
function siteOf(hostname: string): string {
  if (hostname.endsWith('.localhost')) return 'localhost';
  const [, ...above] = hostname.split('.');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return above.length < 2 || isAddress ? hostname : above.join('.');
}

/** Opens a page, where a person is at the terminal. It is printed, too, so nothing is said where that fails. */
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
