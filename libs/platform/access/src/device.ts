import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sentAttributes } from './sent-attributes';

/** A command of `tools/cli`, which is the only program that a person signs in by a device code. */
export type CliCommand = `storewright ${string}`;

/** What opens a route for sessions of devices. */
export interface DeviceAccess {
  commands: readonly CliCommand[];
  /** Those that a device may send; absent: all. */
  attributes?: readonly string[];
}

export const deviceKey = Symbol('device');

/**
 * Opens a route for sessions of devices (docs/adr/device-sign-in.md), because these commands call it. Without this declaration the route refuses such a session. A step-up still
 * refuses it: a device never proves who the person is.
 */
export function DeviceMay(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, { commands } satisfies DeviceAccess);
}

/** Opens a route for documents that change these attributes alone. */
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
