import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase } from '@storewright/database';
import { Shop } from '@storewright/entities';
import { isStorable } from '@storewright/json-api';
import { isDisplayText } from '@storewright/people';
import { AdminPanel, originOf, type ActiveSession, SESSION_LIFE_SECONDS } from '@storewright/sessions';
import {
  type PollResult,
  DeviceAuthorizations,
  DeviceLimits,
  DEVICE_CODE_SECONDS,
  POLL_SECONDS,
} from '@storewright/sign-in';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import type { Repository } from 'typeorm';
import { CLI_CLIENT, MAX_DEVICE_NAME_LENGTH } from './device-client';
import { OAuthError } from './oauth-error';
import { required } from './token-endpoint';

type Form = ReadonlyMap<string, string>;

const screen = '/device';

const refusals: Record<Exclude<PollResult, ActiveSession>, string> = {
  authorization_pending: 'The person has not yet allowed or denied the device.',
  slow_down: `Increase the polling interval by ${POLL_SECONDS} seconds.`,
  access_denied: 'The person denied this device.',
  expired_token: 'The code expired before a person allowed the device. Start again.',
};

/**
 * Device sign-in of the platform's command line (RFC 8628; docs/adr/device-sign-in.md). A person allows the
 * sign-in in a browser, and the device gets a session of the person.
 */
@Injectable()
export class DeviceGrant {
  constructor(
    private readonly devices: DeviceAuthorizations,
    private readonly limits: DeviceLimits,
    private readonly panel: AdminPanel,
    private readonly database: AuthDatabase,
    @InjectRepository(Shop, 'auth') private readonly shops: Repository<Shop>,
  ) {}

  /**
   * Starts a sign-in (RFC 8628 §3.2). The user code follows the # of the complete address, so that no server
   * or log receives the code.
   */
  async begin(form: Form, request: FastifyRequest): Promise<object> {
    checkClient(form, request.headers.authorization);
    const device_name = form.get('device_name') ?? null;
    if (device_name !== null && !isDisplayText(device_name, MAX_DEVICE_NAME_LENGTH))
      throw new OAuthError(
        'invalid_request',
        `device_name must be one line of at most ${MAX_DEVICE_NAME_LENGTH} characters.`,
      );
    const verification_uri = await this.screenFor(form.get('shop'));
    const { address, user_agent } = originOf(request);
    await this.limits.countRequest(address);
    const { deviceCode, userCode } = await this.devices.start({ device_name, user_agent, address });
    return {
      device_code: deviceCode.reveal(),
      user_code: userCode,
      verification_uri,
      verification_uri_complete: `${verification_uri}#${userCode}`,
      expires_in: DEVICE_CODE_SECONDS,
      interval: POLL_SECONDS,
    };
  }

  /** Handles a poll of the device (RFC 8628 §3.4). */
  async grant(form: Form, request: FastifyRequest): Promise<object> {
    checkClient(form, request.headers.authorization);
    const deviceCode = parseToken(required(form, 'device_code'));
    const result =
      deviceCode?.kind === 'device_code' ? await this.devices.poll(deviceCode, originOf(request)) : undefined;
    if (result === undefined)
      throw new OAuthError('invalid_grant', 'The device code is unknown or was already used.');
    if (typeof result === 'string') throw new OAuthError(result, refusals[result]);
    return { access_token: result.token.reveal(), token_type: 'Bearer', expires_in: SESSION_LIFE_SECONDS };
  }

  /**
   * Returns the address of the screen. With a shop, the address is in the panel of that shop, where the
   * person may be signed in already.
   */
  private async screenFor(domain: string | undefined): Promise<string> {
    if (domain === undefined) return this.panel.addressWithoutShop(screen);
    const shop = isStorable(domain) && (await this.database.of({}, this.shops).findOneBy({ domain }));
    if (!shop) throw new OAuthError('invalid_request', 'The parameter "shop" must be the domain of a shop.');
    return this.panel.address(shop.domain, screen);
  }
}

/** Rejects clients other than the command line. Apps get tokens through installations. */
function checkClient(form: Form, authorization: string | undefined): void {
  if (authorization === undefined && !form.has('client_secret') && required(form, 'client_id') === CLI_CLIENT)
    return;
  throw new OAuthError(
    'unauthorized_client',
    `This grant accepts only the client "${CLI_CLIENT}", without a secret.`,
  );
}
