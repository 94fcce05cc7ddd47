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

/** What the browser says: the JSON of a PublicKeyCredential (WebAuthn §5.1). What is in it is looked at when it is verified. */
export function IsPasskeyResponse(): PropertyDecorator {
  const holds = (value: unknown): boolean => {
    const { id, response } = (value ?? {}) as { id?: unknown; response?: { clientDataJSON?: unknown } };
    return typeof id === 'string' && typeof response?.clientDataJSON === 'string';
  };
  return Rule('isPasskeyResponse', holds, 'what navigator.credentials gave, as JSON', responseSchema);
}

export class CreatePasskey {
  /** For the person to recognise it. */
  @IsDisplayName()
  name: string;

  @IsPasskeyResponse()
  @Description('What the browser returned for the passkey ceremony, as JSON.')
  response: object;
}

export class UpdatePasskey {
  @IsDisplayName()
  name: string;
}

export const passkeys = defineResource(Passkey, {
  type: 'passkeys',
  description: 'A passkey, with which its person signs in without a password.',
  path: '/api/passkeys',
  create: CreatePasskey,
  update: UpdatePasskey,
  errors: { create: ['already_exists'] },
});

export const describedChallenge = {
  described: {
    options: { description: 'What navigator.credentials is given, as JSON.', schema: anyObjectSchema },
    expires_at: { description: 'Until when the answer is taken, once.' },
  },
  attributes: { options: 'json', expires_at: 'timestamp' },
} as const;

export const passkeyRegistrations = describeResource({
  ...describedChallenge,
  type: 'passkey_registrations',
  description: 'What a new passkey has to sign.',
  path: '/api/passkey_registrations',
});
