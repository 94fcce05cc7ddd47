// eslint-disable-next-line @nx/enforce-module-boundaries -- as in the set-up
import stopTestPostgres from '../../../../libs/platform/testing/src/global-teardown';

export default async function stopPanelPlatform(): Promise<void> {
  await globalThis.panelServices?.stop();
  await stopTestPostgres();
}
