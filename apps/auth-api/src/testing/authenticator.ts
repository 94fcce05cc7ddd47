import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** WebAuthn authenticator data flags: user present, user verified, attested credential data included. */
const flags = { userPresent: 1, userVerified: 4, attested: 64 };

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

/** A virtual WebAuthn authenticator for tests, with one ES256 passkey and no attestation. */
export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly id = randomBytes(32);
  private userHandle = '';
  counter = 0;
  verifies = true;

  constructor(private readonly origin: string) {}

  create({ challenge, rp, user }: Options): object {
    this.userHandle = user!.id;
    const data = Buffer.concat([this.data(rp!.id!, flags.attested), this.credential()]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(data)],
    ]);
    const attestationObject = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]);
    const clientDataJSON = this.clientData('webauthn.create', challenge);
    return this.answer({
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
      transports: ['internal'],
    });
  }

  get({ challenge, rpId }: Options, { origin = this.origin, userHandle = this.userHandle } = {}): object {
    this.counter += 1;
    const data = this.data(rpId!, 0);
    const clientData = this.clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
      userHandle,
    });
  }

  private answer(response: object): object {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  private clientData(type: string, challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private data(rpId: string, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = this.verifies ? flags.userVerified : 0;
    const flag = Buffer.from([flags.userPresent | verified | more]);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), flag, counter]);
  }

  /** Attested credential data: AAGUID, id and public key (WebAuthn §6.5.1). */
  private credential(): Buffer {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x!)],
      [-3, coordinate(y!)],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const encoded = isoCBOR.encode(key as Parameters<typeof isoCBOR.encode>[0]);
    return Buffer.concat([Buffer.alloc(16), length, this.id, Buffer.from(encoded)]);
  }
}
