import { defineResource } from '@storewright/entities';
import { Description, IsText } from '@storewright/json-api';
import { TotpDevice } from './totp-device.entity';

/** Confirmation of an authenticator app. The first code proves that the app has stored the TOTP secret. */
export class ConfirmTotpDevice {
  @IsText(6, 20)
  @Description('Code that the authenticator app shows now.')
  code: string;
}

/** Only the response that creates an authenticator app contains the TOTP secret. */
export const totpDevices = defineResource(TotpDevice, {
  type: 'totp_devices',
  description: 'An authenticator app. Sign-ins require its codes (RFC 6238).',
  path: '/api/totp_devices',
  computed: {
    recovery_codes_left: { kind: 'number', description: 'Number of unused recovery codes.' },
  },
  update: ConfirmTotpDevice,
});
