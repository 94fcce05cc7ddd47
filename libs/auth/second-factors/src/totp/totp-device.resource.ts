import { defineResource } from '@storewright/entities';
import { Description, IsText } from '@storewright/json-api';
import { TotpDevice } from './totp-device.entity';

/** The first code of the app: it proves that the app has the secret. */
export class ConfirmTotpDevice {
  @IsText(6, 20)
  @Description('Code of an authenticator app, or a recovery code.')
  code: string;
}

/** The person's authenticator app; its secret is in the answer that made it and nowhere else. */
export const totpDevices = defineResource(TotpDevice, {
  type: 'totp_devices',
  description: 'An authenticator app, whose codes a sign-in needs (RFC 6238).',
  path: '/api/totp_devices',
  computed: {
    recovery_codes_left: { kind: 'number', description: 'How many recovery codes were not used yet.' },
  },
  update: ConfirmTotpDevice,
});
