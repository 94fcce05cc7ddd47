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

/** Opens a page, where a person is at the terminal. It is printed, too, so nothing is said where that fails. */
export async function openInBrowser(address: string): Promise<void> {
  const opener = openerOf(process.platform, process.env);
  if (!opener || !process.stdin.isTTY || !process.stderr.isTTY) return;
  const [program, ...words] = opener;
  const { spawn } = await import('node:child_process');
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
