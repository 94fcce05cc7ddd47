import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SettingsError } from '@storewright/config';

/**
 * Maximum number of TCP connections that the kernel queues until Node accepts them. Further clients retry
 * after one second and then after three. Linux limits the value to `net.core.somaxconn`.
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
