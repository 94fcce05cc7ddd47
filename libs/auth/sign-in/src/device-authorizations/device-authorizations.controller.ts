import { Controller, Post, Req } from '@nestjs/common';
import { networkOf, StepUpNotRequired, StepUpRequired } from '@storewright/access';
import {
  created,
  invalidAttribute,
  NewObject,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  type DocumentRow,
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import {
  coarseNetwork,
  CurrentSession,
  type ActiveSession,
  SignedIn,
  browserOf,
  systemOf,
} from '@storewright/sessions';
import type { FastifyRequest } from 'fastify';
import {
  type AboutUserCode,
  allowedDevices,
  deniedDevices,
  deviceLookups,
} from './device-authorization.resource';
import { type PendingDevice, DeviceAuthorizations } from './device-authorizations';
import { DeviceLimits } from './device-limits';

const errors = { errors: ['rate_limited'] } as const;

/**
 * Routes on which a signed-in person allows or denies a device sign-in by its user code. URLs never contain
 * the code, and GET requests never decide.
 */
@Controller('api')
export class DeviceAuthorizationsController {
  constructor(
    private readonly store: DeviceAuthorizations,
    private readonly limits: DeviceLimits,
  ) {}

  @Post('device_lookups')
  @SignedIn()
  @StepUpNotRequired('it only reads data')
  @Operation(errors)
  async look(
    @Req() request: FastifyRequest,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(deviceLookups) query: ObjectQuery,
    @NewObject(deviceLookups) input: ParsedResource<AboutUserCode>,
  ): Promise<Render> {
    const { user_code } = withoutClientId(input).attributes;
    const device = await this.guess(session, () => this.store.find(user_code, session));
    return withHeaders(created(deviceLookups, shownDevice(request, device), query), noStore);
  }

  @Post('allowed_devices')
  @SignedIn()
  @StepUpRequired()
  @Operation(errors)
  async allow(
    @Req() request: FastifyRequest,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(allowedDevices) query: ObjectQuery,
    @NewObject(allowedDevices) input: ParsedResource<AboutUserCode>,
  ): Promise<Render> {
    const { user_code } = withoutClientId(input).attributes;
    const device = await this.guess(session, () => this.store.allow(user_code, session, request.id));
    return withHeaders(created(allowedDevices, shownDevice(request, device), query), noStore);
  }

  @Post('denied_devices')
  @SignedIn()
  @StepUpNotRequired('it gives no access')
  @Operation(errors)
  async deny(
    @Req() request: FastifyRequest,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(deniedDevices) query: ObjectQuery,
    @NewObject(deniedDevices) input: ParsedResource<AboutUserCode>,
  ): Promise<Render> {
    const { user_code } = withoutClientId(input).attributes;
    const device = await this.guess(session, () => this.store.deny(user_code, session));
    return withHeaders(created(deniedDevices, shownDevice(request, device), query), noStore);
  }

  private async guess(
    { owner_id }: ActiveSession,
    lookup: () => Promise<PendingDevice | undefined>,
  ): Promise<PendingDevice> {
    const device = await this.limits.limitGuesses(owner_id, lookup);
    if (device) return device;
    throw invalidAttribute(
      'user_code',
      'The user code is wrong, has expired or was already used. Start the sign-in of the program again.',
    );
  }
}

const noStore = { 'cache-control': 'no-store' };

/** Returns the details of a device that the person sees before allowing the device to sign in. */
function shownDevice({ ip }: FastifyRequest, device: PendingDevice): DocumentRow {
  const user_agent = device.user_agent ?? '';
  return {
    ...device,
    purpose: device.confirmed_session_id === null ? 'sign_in' : 'confirmation',
    program: browserOf(user_agent),
    system: systemOf(user_agent),
    network: coarseNetwork(device.address),
    is_same_network: networkOf(device.address) === networkOf(ip),
  };
}
