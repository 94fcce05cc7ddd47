import { defineResource } from '@storewright/entities';
import { Description, anyObjectSchema, describeResource, type JsonSchema, Rule } from '@storewright/json-api';
import { IsDisplayName } from '@storewright/people';
import { Passkey } from './passkey.entity';

const responseSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    rawId: { type: 'string' },
    type: { type: 'string', const: 'public-key' },
    response: anyObjectSchema,
    clientExtensionResults: anyObjectSchema,
  },
  required: ['id', 'rawId', 'type', 'response'],
};

/** Validates the JSON structure of a PublicKeyCredential (WebAuthn §5.1), whose content is verified later. */
export function IsPasskeyResponse(): PropertyDecorator {
  const holds = (value: unknown): boolean => {
    const { id, response } = (value ?? {}) as { id?: unknown; response?: { clientDataJSON?: unknown } };
    return typeof id === 'string' && typeof response?.clientDataJSON === 'string';
  };
  return Rule('isPasskeyResponse', holds, 'the response of navigator.credentials as JSON', responseSchema);
}

export class CreatePasskey {
  @IsDisplayName()
  name: string;

  @IsPasskeyResponse()
  @Description('WebAuthn response of the browser, as JSON.')
  response: object;
}

export class UpdatePasskey {
  @IsDisplayName()
  name: string;
}

export const passkeys = defineResource(Passkey, {
  type: 'passkeys',
  description: 'A passkey, which signs a person in without a password.',
  path: '/api/passkeys',
  create: CreatePasskey,
  update: UpdatePasskey,
  errors: { create: ['already_exists'] },
});

export const describedChallenge = {
  described: {
    options: { description: 'WebAuthn options for navigator.credentials, as JSON.', schema: anyObjectSchema },
    expires_at: {
      description:
        'Time until which the passkey challenge can be answered. A challenge can be answered once.',
    },
  },
  attributes: { options: 'json', expires_at: 'timestamp' },
} as const;

export const passkeyRegistrations = describeResource({
  ...describedChallenge,
  type: 'passkey_registrations',
  description: 'A WebAuthn challenge for registering a new passkey.',
  path: '/api/passkey_registrations',
});
