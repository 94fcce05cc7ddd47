import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sentAttributes } from './sent-attributes';

/** A command of `tools/cli`, the only program that people sign in with a device code. */
export type CliCommand = `storewright ${string}`;

/** Access of device sessions to a route. */
export interface DeviceAccess {
  commands: readonly CliCommand[];
  /** Attributes that a device can send. If absent, a device can send all attributes. */
  attributes?: readonly string[];
}

export const deviceKey = Symbol('device');

/**
 * Allows sessions of devices to call this route (docs/adr/device-sign-in.md). The arguments are the CLI
 * commands that call the route. Other routes reject sessions of devices. A route that requires a step-up
 * rejects them in any case, because a device cannot prove the person's identity.
 */
export function DeviceMay(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, { commands } satisfies DeviceAccess);
}

/** Allows sessions of devices to call this route if the document changes only these attributes. */
export function DeviceMayChange<Attributes extends object>(
  attributes: readonly (keyof Attributes & string)[],
  ...commands: [CliCommand, ...CliCommand[]]
): MethodDecorator {
  return SetMetadata(deviceKey, { commands, attributes } satisfies DeviceAccess);
}

/** True if a session of a device can send this request. */
export function isOpenToDevices(context: ExecutionContext): boolean {
  const declared = Reflect.getMetadata(deviceKey, context.getHandler()) as DeviceAccess | undefined;
  if (!declared?.attributes) return declared !== undefined;
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  const names = Object.keys(sentAttributes(body));
  return names.length > 0 && names.every((name) => declared.attributes!.includes(name));
}
