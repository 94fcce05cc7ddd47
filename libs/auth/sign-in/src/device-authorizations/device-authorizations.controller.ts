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
  type Row,
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
import { type AskingDevice, DeviceAuthorizations } from './device-authorizations';
import { DeviceLimits } from './device-limits';

const errors = { errors: ['rate_limited'] } as const;

/** How a signed-in person lets in a program that shows a code. The code stands in no address, and nothing is decided by a GET. */
@Controller('api')
export class DeviceAuthorizationsController {
  constructor(
    private readonly store: DeviceAuthorizations,
    private readonly limits: DeviceLimits,
  ) {}

  @Post('device_lookups')
  @SignedIn()
  @StepUpNotRequired('it only reads')
  @Operation(errors)
  async look(
    @Req() request: FastifyRequest,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(deviceLookups) query: ObjectQuery,
    @NewObject(deviceLookups) input: ParsedResource<AboutUserCode>,
  ): Promise<Render> {
    const { user_code } = withoutClientId(input).attributes;
    const found = await this.asked(session, () => this.store.find(user_code));
    return withHeaders(created(deviceLookups, seenFrom(request, found), query), noStore);
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
    const found = await this.asked(session, () => this.store.allow(user_code, session, request.id));
    return withHeaders(created(allowedDevices, seenFrom(request, found), query), noStore);
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
    const found = await this.asked(session, () => this.store.deny(user_code));
    return withHeaders(created(deniedDevices, seenFrom(request, found), query), noStore);
  }

  private async asked(
    { owner_id }: ActiveSession,
    look: () => Promise<AskingDevice | undefined>,
  ): Promise<AskingDevice> {
    const found = await this.limits.guessing(owner_id, look);
    if (found) return found;
    throw invalidAttribute(
      'user_code',
      'Nothing waits with this code (any more); begin again where it was shown.',
    );
  }
}

const noStore = { 'cache-control': 'no-store' };

/** The device as a person sees it who decides about it. */
function seenFrom({ ip }: FastifyRequest, device: AskingDevice): Row {
  const user_agent = device.user_agent ?? '';
  return {
    ...device,
    program: browserOf(user_agent),
    system: systemOf(user_agent),
    network: coarseNetwork(device.address),
    is_same_network: networkOf(device.address) === networkOf(ip),
  };
}
