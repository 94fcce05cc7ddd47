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
import { cliClient, maxDeviceName } from './device-client';
import { OAuthError } from './oauth-error';
import { required } from './token-endpoint';

type Form = ReadonlyMap<string, string>;

const screen = '/device';

const refusals: Record<Exclude<PollResult, ActiveSession>, string> = {
  authorization_pending: 'The person has not decided yet.',
  slow_down: `Ask ${POLL_SECONDS} seconds later from now on.`,
  access_denied: 'The person has not let this device in.',
  expired_token: 'Nobody has let this device in in time; begin again.',
};

/** How the platform's command line gets a session of a person, who signs in with a browser (RFC 8628; docs/adr/device-sign-in.md). */
@Injectable()
export class DeviceGrant {
  constructor(
    private readonly devices: DeviceAuthorizations,
    private readonly limits: DeviceLimits,
    private readonly panel: AdminPanel,
    private readonly database: AuthDatabase,
    @InjectRepository(Shop, 'auth') private readonly shops: Repository<Shop>,
  ) {}

  /** RFC 8628 §3.2. The code stands behind the # of the complete address: it is sent to no server and stands in no log. */
  async begin(form: Form, request: FastifyRequest): Promise<object> {
    checkClient(form, request.headers.authorization);
    const device_name = form.get('device_name') ?? null;
    if (device_name !== null && !isDisplayText(device_name, maxDeviceName))
      throw new OAuthError(
        'invalid_request',
        `device_name is one line of at most ${maxDeviceName} characters.`,
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

  /** RFC 8628 §3.4. */
  async grant(form: Form, request: FastifyRequest): Promise<object> {
    checkClient(form, request.headers.authorization);
    const deviceCode = parseToken(required(form, 'device_code'));
    const answer =
      deviceCode?.kind === 'device_code' ? await this.devices.poll(deviceCode, originOf(request)) : undefined;
    if (answer === undefined)
      throw new OAuthError('invalid_grant', 'There is no such device code, or it was used already.');
    if (typeof answer === 'string') throw new OAuthError(answer, refusals[answer]);
    return { access_token: answer.token.reveal(), token_type: 'Bearer', expires_in: SESSION_LIFE_SECONDS };
  }

  /** In the panel of the shop that the program names, where its person may be signed in already. */
  private async screenFor(domain: string | undefined): Promise<string> {
    if (domain === undefined) return this.panel.addressWithoutShop(screen);
    const shop = isStorable(domain) && (await this.database.of({}, this.shops).findOneBy({ domain }));
    if (!shop) throw new OAuthError('invalid_request', 'The parameter "shop" is not the domain of a shop.');
    return this.panel.address(shop.domain, screen);
  }
}

/** An app comes to its tokens by installations. */
function checkClient(form: Form, authorization: string | undefined): void {
  if (authorization === undefined && !form.has('client_secret') && required(form, 'client_id') === cliClient)
    return;
  throw new OAuthError(
    'unauthorized_client',
    `The only client of this grant is "${cliClient}", without a secret.`,
  );
}
