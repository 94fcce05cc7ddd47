import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { SettingsError } from '@storewright/config';
import { serve } from '@storewright/server';
import { McpModule } from './mcp.module';
import { mcpSettings } from './settings';

const name = 'mcp';

async function main(): Promise<void> {
  try {
    const settings = mcpSettings(process.env);
    const application = await serve(McpModule.with(settings), { ...settings, name });
    const { port } = application.getHttpServer().address() as AddressInfo;
    process.stdout.write(`${name} listens on http://${settings.host}:${port}\n`);
  } catch (error) {
    const { message, stack, code } = error as Error & { code?: string };
    const isExpected = error instanceof SettingsError || /^(EADDR|EACCES)/.test(code ?? '');
    process.stderr.write(`${name}: ${isExpected ? message : stack}\n`);
    process.exit(1);
  }
}

void main();
