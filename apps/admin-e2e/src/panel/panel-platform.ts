import { Services } from './services';

declare global {
  // jest runs set-up and tear-down in one process but loads each on its own.
  var panelServices: Services | undefined;
}

/** Brings up one platform for all stories and names it in PANEL_PLATFORM; each story has owners, shops and apps of its own on it. */
export async function startPanelPlatform(): Promise<void> {
  globalThis.panelServices = await Services.start(process.env['TEST_DATABASE_URL']!);
  process.env['PANEL_PLATFORM'] = JSON.stringify(globalThis.panelServices.addresses);
}

export async function stopPanelPlatform(): Promise<void> {
  await globalThis.panelServices?.stop();
}
