import { type ExecutionContext, SetMetadata } from '@nestjs/common';

/** A command of the command-line client in `tools/cli`. No other program signs people in with a device code. */
export type CliCommand = `storewright ${string}`;

/** Declares that a route accepts sessions of signed-in devices. */
export interface DeviceAccess {
  commands: readonly CliCommand[];
  /** True if the route accepts device sessions only for test shops, which contain sample data. */
  onlyTestShops?: boolean;
}

export const deviceKey = Symbol('device');

/**
 * Allows device sessions to call this route (docs/adr/device-sign-in.md). All other routes reject them. The
 * arguments are the CLI commands that call the route. If the route requires a step-up, the person must first
 * confirm the command in a browser.
 */
export function DeviceMay(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, { commands } satisfies DeviceAccess);
}

/** Allows device sessions to call this route if the shop in the path is a test shop. */
export function DeviceMayInTestShops(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, { commands, onlyTestShops: true } satisfies DeviceAccess);
}

export function deviceAccessOf(context: ExecutionContext): DeviceAccess | undefined {
  return Reflect.getMetadata(deviceKey, context.getHandler()) as DeviceAccess | undefined;
}
