// jest resolves no @storewright/… name in a global set-up.
// eslint-disable-next-line @nx/enforce-module-boundaries
import startTestPostgres from '../../../../libs/platform/testing/src/global-setup';
import { Services } from './services';

declare global {
  // jest runs set-up and tear-down in one process but loads each on its own.
  var panelServices: Services | undefined;
}

/** Brings up one platform for all stories and names it in PANEL_PLATFORM; each story has owners, shops and apps of its own on it. */
export default async function startPanelPlatform(): Promise<void> {
  if (!process.env['CHROMIUM_PATH']) return;
  await startTestPostgres();
  globalThis.panelServices = await Services.start(process.env['TEST_DATABASE_URL']!);
  process.env['PANEL_PLATFORM'] = JSON.stringify(globalThis.panelServices.addresses);
}
