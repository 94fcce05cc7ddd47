import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SettingsError } from '@storewright/config';

/**
 * Maximum number of connections that the kernel holds until Node accepts them, one per turn of the event loop.
 * Clients whose connection does not fit retry after one second, then after three. Linux caps this value at
 * `net.core.somaxconn`.
 */
const BACKLOG = 4_096;

export async function listen(
  application: NestFastifyApplication,
  { host, port }: { host: string; port: number },
): Promise<void> {
  try {
    await application.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code !== 'ENOTFOUND' && code !== 'EADDRNOTAVAIL' && code !== 'EAI_AGAIN') throw error;
    throw new SettingsError(`HOST is not an address of this machine: ${message}.`);
  }
}
