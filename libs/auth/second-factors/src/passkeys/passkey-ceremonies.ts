import { Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { ApiError, invalidAttribute } from '@storewright/json-api';
import type { OwnerIdentity } from '@storewright/people';
import { AdminPanel } from '@storewright/sessions';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { type ClientData, clientDataOf, digestOf } from './client-data';
import { CHALLENGE_SECONDS, PasskeyChallenges } from './passkey-challenges';
import { type NewPasskey, Passkeys } from './passkeys';

const rpName = 'Storewright';
const timeout = CHALLENGE_SECONDS * 1000;

export interface Challenge extends Record<string, unknown> {
  id: string;
  options: string;
  expires_at: string;
}

/** The WebAuthn ceremonies in the admin panel: registering a passkey, and signing in with a passkey. */
@Injectable()
export class PasskeyCeremonies {
  constructor(
    private readonly panel: AdminPanel,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
  ) {}

  async startRegistration(request: FastifyRequest, { id, email }: OwnerIdentity): Promise<Challenge> {
    const rpID = this.hostOf(request);
    const known = await this.passkeys.ofHost(id, rpID);
    const options = await generateRegistrationOptions({
      rpName,
      rpID,
      userName: email,
      userDisplayName: email,
      userID: userHandleOf(id),
      timeout,
      excludeCredentials: known.map(({ credential_id, transports }) => ({
        id: credential_id.toString('base64url'),
        transports,
      })),
      // Requires a passkey that works without entering an email address, and a device that verifies the
      // person.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return this.startChallenge(options, rpID, id);
  }

  async startAuthentication(request: FastifyRequest): Promise<Challenge> {
    const rpID = this.hostOf(request);
    const options = await generateAuthenticationOptions({ rpID, timeout, userVerification: 'required' });
    return this.startChallenge(options, rpID, null);
  }

  /**
   * Verifies a WebAuthn registration response and returns the new passkey. Throws if the response does not
   * match a pending challenge of the person.
   */
  async finishRegistration(owner_id: string, name: string, response: object): Promise<NewPasskey> {
    const challenge = await this.useChallenge(response, owner_id);
    const verified =
      challenge &&
      (await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge.challenge,
        expectedOrigin: challenge.origin,
        expectedRPID: challenge.rp_id,
        requireUserVerification: true,
      }).catch(() => undefined));
    if (!verified?.verified)
      throw invalidAttribute(
        'response',
        'The passkey response does not match a pending challenge of this site. Request a new challenge and try again.',
      );
    const { credential, credentialBackedUp: backed_up } = verified.registrationInfo;
    const credential_id = Buffer.from(credential.id, 'base64url');
    return {
      ...{
        id: uuidv7(),
        name,
        rp_id: challenge!.rp_id,
        digest: digestOf(credential_id),
        credential_id,
        backed_up,
      },
      public_key: Buffer.from(credential.publicKey),
      counter: String(credential.counter),
      transports: credential.transports ?? [],
    };
  }

  /**
   * Verifies a WebAuthn authentication response and returns the id of the passkey's owner, or undefined for
   * every failure. The challenge is valid once.
   */
  async finishAuthentication(response: object): Promise<string | undefined> {
    const challenge = await this.useChallenge(response, null);
    if (!challenge) return undefined;
    const { id, response: inner } = response as AuthenticationResponseJSON;
    const passkey = await this.passkeys.findByDigest(digestOf(Buffer.from(id, 'base64url')));
    if (!passkey || passkey.rp_id !== challenge.rp_id) return undefined;
    const handle = Buffer.from(userHandleOf(passkey.owner_id)).toString('base64url');
    if (inner.userHandle != null && inner.userHandle !== handle) return undefined;
    const verified = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge.challenge,
      expectedOrigin: challenge.origin,
      expectedRPID: challenge.rp_id,
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
        transports: passkey.transports,
      },
      requireUserVerification: true,
    }).catch(() => undefined);
    if (!verified?.verified) return undefined;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    return (await this.passkeys.noteUse(passkey, newCounter, credentialBackedUp))
      ? passkey.owner_id
      : undefined;
  }

  private async startChallenge(
    options: { challenge: string },
    rpID: string,
    owner_id: string | null,
  ): Promise<Challenge> {
    const expires_at = await this.challenges.begin(options.challenge, rpID, owner_id);
    return { id: uuidv7(), options: JSON.stringify(options), expires_at };
  }

  /**
   * Deletes and returns a passkey challenge if this service issued it and a page of the admin panel answered
   * it.
   */
  private async useChallenge(
    response: object,
    owner_id: string | null,
  ): Promise<(ClientData & { rp_id: string }) | undefined> {
    const data = clientDataOf(response);
    if (!data || !this.panel.pages.includes(data.origin)) return undefined;
    const rp_id = await this.challenges.take(data.challenge, owner_id);
    return rp_id === undefined ? undefined : { ...data, rp_id };
  }

  /** Returns the WebAuthn RP ID for the page that sent the request. */
  private hostOf({ headers, protocol, host }: FastifyRequest): string {
    const origin = headers.origin ?? `${protocol}://${host}`;
    if (this.panel.pages.includes(origin)) return this.panel.passkeyHost(origin);
    throw new ApiError('csrf_refused', {
      detail:
        'The request does not come from the admin panel, where passkeys work. Send it from a page of the panel.',
    });
  }
}

/**
 * WebAuthn user handle of a passkey: the bytes of the person's id, which reveals nothing about the person.
 */
function userHandleOf(owner_id: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(owner_id.replaceAll('-', ''), 'hex'));
}
