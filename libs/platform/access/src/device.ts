import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sentAttributes } from './sent-attributes';

/** A command of `tools/cli`, which is the only program that a person signs in by a device code. */
export type CliCommand = `storewright ${string}`;

/** Access of device sessions to a route. */
export interface DeviceAccess {
  commands: readonly CliCommand[];
  /** Attributes that a device may send. If absent, a device may send all attributes. */
  attributes?: readonly string[];
}

export const deviceKey = Symbol('device');

/**
 * Opens a route for sessions of devices (docs/adr/device-sign-in.md) and names the commands that call the route. A
 * route without this declaration refuses sessions of devices. A route that requires a step-up refuses them in any case,
 * because a device never proves who the person is.
 */
export function DeviceMay(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, { commands } satisfies DeviceAccess);
}

/** Opens a route for documents that change only these attributes. */
export function DeviceMayChange<Attributes extends object>(
  attributes: readonly (keyof Attributes & string)[],
  ...commands: [CliCommand, ...CliCommand[]]
): MethodDecorator {
  return SetMetadata(deviceKey, { commands, attributes } satisfies DeviceAccess);
}

/** Whether a session of a device may send this request. */
export function isOpenToDevices(context: ExecutionContext): boolean {
  const declared = Reflect.getMetadata(deviceKey, context.getHandler()) as DeviceAccess | undefined;
  if (!declared?.attributes) return declared !== undefined;
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  const names = Object.keys(sentAttributes(body));
  return names.length > 0 && names.every((name) => declared.attributes!.includes(name));
}
