import { type ExecutionContext, SetMetadata } from '@nestjs/common';

/** A command of the CLI in `tools/cli`, which is the only program that signs people in with a device code. */
export type CliCommand = `storewright ${string}`;

export interface DeviceAccess {
  commands: readonly CliCommand[];
  /** True if the route accepts device sessions only for test shops. These contain only sample data. */
  onlyTestShops?: boolean;
}

export const deviceKey = Symbol('device');

/**
 * Declares that the sessions of devices can call the route, and which CLI commands do so
 * (docs/adr/device-sign-in.md). All other routes reject device sessions. If the route requires a step-up, the
 * person must first confirm the command in a browser.
 */
export function DeviceMay(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, { commands } satisfies DeviceAccess);
}

/** Declares that device sessions can call the route if the shop in the path is a test shop. */
export function DeviceMayInTestShops(...commands: [CliCommand, ...CliCommand[]]): MethodDecorator {
  return SetMetadata(deviceKey, { commands, onlyTestShops: true } satisfies DeviceAccess);
}

export function deviceAccessOf(context: ExecutionContext): DeviceAccess | undefined {
  return Reflect.getMetadata(deviceKey, context.getHandler()) as DeviceAccess | undefined;
}
