import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SettingsError } from '@storewright/config';

/**
 * Connections that the kernel keeps until they are accepted. While there is work Node accepts one in each turn of the event loop, so many that come in one moment wait. One for
 * which there is no place is lost, and its client, who may be any other shop's, asks for it again after one second, then after three. Linux keeps `net.core.somaxconn` at the most.
 */
const backlog = 4_096;

/** Takes requests from now on. */
export async function listen(
  application: NestFastifyApplication,
  { host, port }: { host: string; port: number },
): Promise<void> {
  try {
    await application.listen({ host, port, backlog });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code !== 'ENOTFOUND' && code !== 'EADDRNOTAVAIL' && code !== 'EAI_AGAIN') throw error;
    throw new SettingsError(`HOST is not an address of this machine: ${message}.`);
  }
}
