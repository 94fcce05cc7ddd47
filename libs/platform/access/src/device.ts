import { type ExecutionContext, SetMetadata } from '@nestjs/common';

/** A command of `tools/cli`, the only program that people sign in with a device code. */
export type CliCommand = `storewright ${string}`;

/** Access of device sessions to a route. */
export interface DeviceAccess {
  commands: readonly CliCommand[];
  /** True if a device can only use the route for a test shop, which holds sample data. */
  onlyTestShops?: boolean;
}

export const deviceKey = Symbol('device');

/**
 * Allows sessions of devices to call this route (docs/adr/device-sign-in.md). The arguments are the CLI
 * commands that call the route. Other routes reject sessions of devices. A route that requires a step-up
 * accepts them after the person has confirmed the command in a browser.
 */
export function DeviceMay(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, { commands } satisfies DeviceAccess);
}

/** Allows sessions of devices to call this route of a shop if the shop is a test shop. */
export function DeviceMayInTestShops(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, { commands, onlyTestShops: true } satisfies DeviceAccess);
}

/** Returns how sessions of devices can use this route, or undefined if they cannot. */
export function deviceAccessOf(context: ExecutionContext): DeviceAccess | undefined {
  return Reflect.getMetadata(deviceKey, context.getHandler()) as DeviceAccess | undefined;
}
