import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { SettingsError } from '@storewright/config';
import { serve } from '@storewright/server';
import { PanelModule } from './panel.module';
import { adminServerSettings } from './settings';

const name = 'admin-server';

async function main(): Promise<void> {
  try {
    const settings = adminServerSettings(process.env);
    const application = await serve(PanelModule.with(settings), { ...settings, name });
    const { port } = application.getHttpServer().address() as AddressInfo;
    process.stdout.write(`${name} listens on http://${settings.host}:${port}\n`);
  } catch (error) {
    const { message, stack, code } = error as Error & { code?: string };
    const mendable = error instanceof SettingsError || /^(EADDR|EACCES)/.test(code ?? '');
    process.stderr.write(`${name}: ${mendable ? message : stack}\n`);
    process.exit(1);
  }
}

void main();
