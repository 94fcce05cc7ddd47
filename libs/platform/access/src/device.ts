import { type ExecutionContext, SetMetadata } from '@nestjs/common';

/** A command of `tools/cli`, which is the only program that a person signs in by a device code. */
export type CliCommand = `storewright ${string}`;

export const deviceKey = Symbol('device');

/**
 * Opens a route for sessions of devices (docs/adr/device-sign-in.md), because these commands call it. Without this declaration the route refuses such a session. A step-up still
 * refuses it: a device never proves who the person is.
 */
export function DeviceMay(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, commands);
}

export function isOpenToDevices(context: ExecutionContext): boolean {
  return Reflect.hasMetadata(deviceKey, context.getHandler());
}
