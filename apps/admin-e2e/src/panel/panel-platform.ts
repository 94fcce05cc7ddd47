import { Services } from './services';

declare global {
  // jest runs global setup and teardown in one process, but loads the two modules separately. Only globals are
  // shared.
  var panelServices: Services | undefined;
}

/**
 * Starts one platform for all spec files and stores its addresses in the environment variable PANEL_PLATFORM.
 */
export async function startPanelPlatform(): Promise<void> {
  globalThis.panelServices = await Services.start(process.env['TEST_DATABASE_URL']!);
  process.env['PANEL_PLATFORM'] = JSON.stringify(globalThis.panelServices.addresses);
}

export async function stopPanelPlatform(): Promise<void> {
  await globalThis.panelServices?.stop();
}
