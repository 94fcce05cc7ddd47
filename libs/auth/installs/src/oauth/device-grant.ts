import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase } from '@storewright/database';
import { Shop } from '@storewright/entities';
import { isStorable } from '@storewright/json-api';
import { isDisplayText } from '@storewright/people';
import { AdminPanel, DEVICE_TOKEN_LIFE_SECONDS, originOf, Sessions } from '@storewright/sessions';
import {
  type Confirmation,
  type PollError,
  type PollResult,
  DeviceAuthorizations,
  DeviceLimits,
  DEVICE_CODE_SECONDS,
  POLL_SECONDS,
} from '@storewright/sign-in';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import type { Repository } from 'typeorm';
import { CLI_CLIENT, MAX_COMMAND_LENGTH, MAX_DEVICE_NAME_LENGTH } from './device-client';
import { type DeviceTokenPair, DeviceTokens } from './device-tokens';
import { OAuthError } from './oauth-error';
import { required } from './token-endpoint';

type Form = ReadonlyMap<string, string>;

const screen = '/device';

/** Token response to a device that signed in (RFC 6749 §5.1). */
export interface DeviceTokenResponse {
  access_token: string;
  refresh_token: string;
  token_type: 'Bearer';
  expires_in: number;
}

const refusals: Record<PollError, string> = {
  authorization_pending: 'The person has not allowed or denied the device yet. Continue to poll.',
  slow_down: `The device polls too often. Increase the polling interval by ${POLL_SECONDS} seconds.`,
  access_denied: 'The person denied the request of the device.',
  expired_token: 'The device code expired before a person allowed the device. Request a new device code.',
};

const signInAgain = 'Sign in again.';

/**
 * Device sign-in of the platform's command line (RFC 8628; docs/adr/device-sign-in.md). A person allows the
 * sign-in in a browser, and the device gets a session of the person. The person can confirm later commands of
 * the device in the same way (RFC 9470).
 */
@Injectable()
export class DeviceGrant {
  @Inject(DeviceTokens)
  private readonly tokens: DeviceTokens;

  @Inject(Sessions)
  private readonly sessions: Sessions;

  constructor(
    private readonly devices: DeviceAuthorizations,
    private readonly limits: DeviceLimits,
    private readonly panel: AdminPanel,
    private readonly database: AuthDatabase,
    @InjectRepository(Shop, 'auth') private readonly shops: Repository<Shop>,
  ) {}

  /**
   * Starts a device sign-in (RFC 8628 §3.2), or the confirmation of a command if the request contains the
   * token of a device. The user code is in the URL fragment, so that no server or log receives it.
   */
  async begin(form: Form, request: FastifyRequest): Promise<object> {
    const confirmation = await this.confirmationIn(form, request);
    const device_name = lineIn(form, 'device_name', MAX_DEVICE_NAME_LENGTH);
    const verification_uri = await this.screenFor(form.get('shop'));
    const { address, user_agent } = originOf(request);
    await this.limits.countRequest(address);
    const { deviceCode, userCode } = await this.devices.start(
      { device_name, user_agent, address },
      confirmation,
    );
    return {
      device_code: deviceCode.reveal(),
      user_code: userCode,
      verification_uri,
      verification_uri_complete: `${verification_uri}#${userCode}`,
      expires_in: DEVICE_CODE_SECONDS,
      interval: POLL_SECONDS,
    };
  }

  /** Handles a poll of a device that waits for its sign-in (RFC 8628 §3.4). */
  async grant(form: Form, request: FastifyRequest): Promise<DeviceTokenResponse> {
    checkClient(form, request.headers.authorization);
    const deviceCode = parseToken(required(form, 'device_code'));
    const result =
      deviceCode?.kind === 'device_code' ? await this.devices.poll(deviceCode, originOf(request)) : undefined;
    if (result === undefined)
      throw new OAuthError('invalid_grant', 'The device code is unknown or was already used.');
    if (typeof result === 'string') throw new OAuthError(result, refusals[result]);
    const pair = await this.pairOf(result);
    if (!pair) throw new OAuthError('invalid_grant', `The session of the device has ended. ${signInAgain}`);
    return shown(pair);
  }

  /** Exchanges a refresh token of a device (RFC 6749 §6). */
  async refresh(form: Form, request: FastifyRequest): Promise<DeviceTokenResponse> {
    checkClient(form, request.headers.authorization);
    const token = parseToken(required(form, 'refresh_token'));
    const pair =
      token?.kind === 'refresh_token'
        ? await this.tokens.refresh(token.digest, originOf(request))
        : undefined;
    if (pair === 'replayed')
      throw new OAuthError(
        'invalid_grant',
        `The refresh token was used already, so the session of the device was ended. ${signInAgain}`,
      );
    if (!pair)
      throw new OAuthError('invalid_grant', `No active session has this refresh token. ${signInAgain}`);
    return shown(pair);
  }

  private async pairOf(result: Exclude<PollResult, PollError>): Promise<DeviceTokenPair | undefined> {
    if ('confirmed' in result) return this.tokens.confirm(result.confirmed);
    return { session_token: result.token, refresh_token: result.refresh_token! };
  }

  /**
   * Returns the command of a signed-in device that the person must confirm. Returns undefined if the request
   * contains no session token.
   */
  private async confirmationIn(
    form: Form,
    { headers: { authorization } }: FastifyRequest,
  ): Promise<Confirmation | undefined> {
    const [, text] = /^Bearer (sws_\w+)$/i.exec(authorization ?? '') ?? [];
    checkClient(form, text === undefined ? authorization : undefined);
    const token = text === undefined ? undefined : parseToken(text);
    if (text === undefined) return undefined;
    const session = token && (await this.sessions.find(token));
    if (!session)
      throw new OAuthError('invalid_grant', `The session is unknown or has ended. ${signInAgain}`);
    if (session.kind !== 'device')
      throw new OAuthError(
        'invalid_request',
        'Only a device session can be confirmed with a code. Send POST /api/reauthentications instead.',
      );
    return { session, command: lineIn(form, 'command', MAX_COMMAND_LENGTH) };
  }

  /**
   * Returns the URL of the screen that confirms a device. With a shop domain, the URL is in the admin panel
   * of that shop, where the person may already be signed in.
   */
  private async screenFor(domain: string | undefined): Promise<string> {
    if (domain === undefined) return this.panel.addressWithoutShop(screen);
    const shop = isStorable(domain) && (await this.database.of({}, this.shops).findOneBy({ domain }));
    if (!shop) throw new OAuthError('invalid_request', 'The parameter "shop" must be the domain of a shop.');
    return this.panel.address(shop.domain, screen);
  }
}

function shown({ session_token, refresh_token }: DeviceTokenPair): DeviceTokenResponse {
  return {
    ...{ access_token: session_token.reveal(), refresh_token: refresh_token.reveal() },
    ...{ token_type: 'Bearer', expires_in: DEVICE_TOKEN_LIFE_SECONDS },
  };
}

/** Returns a single-line form field for display to the person, or null. */
function lineIn(form: Form, name: string, maxLength: number): string | null {
  const text = form.get(name) ?? null;
  if (text === null || isDisplayText(text, maxLength)) return text;
  throw new OAuthError('invalid_request', `${name} must be one line of at most ${maxLength} characters.`);
}

/** Rejects OAuth clients other than the platform's command line. Apps get tokens through installations. */
function checkClient(form: Form, authorization: string | undefined): void {
  if (authorization === undefined && !form.has('client_secret') && required(form, 'client_id') === CLI_CLIENT)
    return;
  throw new OAuthError(
    'unauthorized_client',
    `This grant accepts only the client "${CLI_CLIENT}", without a secret.`,
  );
}
