import type { INestApplicationContext, Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { type Access, accessKey } from './declaration';
import { type DeviceAccess, deviceKey } from './device';
import { type AttributeStepUp, type StepUp, stepUpKey } from './step-up';

export interface Route {
  method: string;
  path: string;
  access: Access;
  /**
   * Whether the route requires a recent proof of identity. A route without a scope that changes state must
   * declare this.
   */
  stepUp?: StepUp;
  /** Whether sessions of devices can use the route. Undefined if the route rejects device sessions. */
  device?: DeviceAccess;
}

export interface HandledRoute extends Route {
  controller: Type;
  handler: string;
}

/**
 * Returns all routes of the application. Throws if a route declares no access requirement, because such a
 * route would be open to everyone.
 */
export function routeTable(application: INestApplicationContext): Route[] {
  return handledRoutes(application.get(ModulesContainer)).map(
    ({ controller: _controller, handler: _handler, ...route }) => route,
  );
}

export function handledRoutes(modules: ModulesContainer): HandledRoute[] {
  const routes: HandledRoute[] = [];
  for (const module of modules.values()) {
    for (const { metatype } of module.controllers.values()) {
      if (metatype) routes.push(...routesOf(metatype as Type));
    }
  }
  return routes.sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
}

function routesOf(controller: Type): HandledRoute[] {
  const prefixes = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]].flat();
  const methods = controller.prototype as Record<string, unknown>;
  // Includes inherited handler methods, because Nest also serves their routes.
  const handlers = new MetadataScanner()
    .getAllMethodNames(controller.prototype as object)
    .map((name) => ({ name, handler: methods[name] }))
    .filter(({ handler }) => Reflect.hasMetadata(METHOD_METADATA, handler as object));
  return handlers.flatMap(({ name, handler }) => {
    const access = Reflect.getMetadata(accessKey, handler as object) as Access | undefined;
    if (!access) {
      throw new Error(
        `${controller.name}.${name} declares no access. Add @Scope, @Public or another access declaration.`,
      );
    }
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler as object) as number]!;
    const paths = [Reflect.getMetadata(PATH_METADATA, handler as object) as string | string[]].flat();
    const stepUp = Reflect.getMetadata(stepUpKey, handler as object) as StepUp | undefined;
    const device = Reflect.getMetadata(deviceKey, handler as object) as DeviceAccess | undefined;
    const declared = {
      ...{ access, controller, handler: name },
      ...(stepUp && { stepUp }),
      ...(device && { device }),
    };
    const found = prefixes.flatMap((prefix) =>
      paths.map((path) => ({ method, path: join(prefix, path), ...declared })),
    );
    found.forEach(checkStepUp);
    return found;
  });
}

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Throws if a route without a scope that changes state declares no step-up requirement. Also throws if a
 * step-up cannot be enforced because the route accepts requests without a session.
 */
function checkStepUp({ method, path, access, stepUp, controller, handler }: HandledRoute): void {
  const route = `${method} ${path} (${controller.name}.${handler})`;
  const isByScope = access.kind === 'scope' || access.kind === 'operations';
  if (!stepUp) {
    if (isByScope || readingMethods.includes(method)) return;
    throw new Error(
      `${route} declares no step-up. Add @StepUpRequired(), @StepUpByAttribute({…}) or @StepUpNotRequired("because …").`,
    );
  }
  if (stepUp.kind === 'not required') return;
  const hasSession = access.kind === 'session' ? !access.orToken : access.kind === 'form';
  if (!hasSession)
    throw new Error(
      `${route} requires a step-up but accepts requests without a session. A step-up needs a session.`,
    );
}

function join(...parts: string[]): string {
  return (
    '/' +
    parts
      .flatMap((part) => part.split('/'))
      .filter((part) => part !== '')
      .join('/')
  );
}

export function printedRoutes(routes: readonly Route[]): string {
  const width = Math.max(...routes.map(({ path }) => path.length));
  return routes
    .map(
      ({ method, path, access, stepUp, device }) =>
        method.padEnd(7) +
        path.padEnd(width + 2) +
        [
          described(access),
          ...(stepUp ? [describedStepUp(stepUp)] : []),
          ...(device ? [describedDevice(device)] : []),
        ].join(', '),
    )
    .join('\n');
}

function described(access: Access): string {
  switch (access.kind) {
    case 'scope':
      return [access.scope, ...(access.also ?? [])].join(' and ');
    case 'operations':
      return 'a token with the scope of each operation';
    case 'token':
      return 'a token with any scopes';
    case 'public':
      return `public, because ${access.because}`;
    case 'session':
      if (!access.shop) return 'session';
      return [
        `session of ${memberWith(access.shop)}`,
        ...(access.orOneself ? ['or the person concerned'] : []),
        ...(access.orToken ? [`or ${access.orToken}`] : []),
      ].join(', ');
    case 'client':
      return access.orToken ? 'client credentials or the OAuth token of an app' : 'client credentials';
    case 'form':
      return 'session of a member of the shop, with a form';
    case 'bearer':
      return 'the token that the route is about';
  }
}

function describedDevice({ commands, onlyTestShops }: DeviceAccess): string {
  return `also a device${onlyTestShops ? ' in a test shop' : ''} (${commands.join(', ')})`;
}

function describedStepUp(stepUp: StepUp): string {
  switch (stepUp.kind) {
    case 'required':
      return `with a step-up${stepUp.exceptId ? `, except for "${stepUp.exceptId.id}" (${stepUp.exceptId.because})` : ''}`;
    case 'by attribute':
      return `with a step-up for ${requiringAttributes(stepUp.attributes).join(', ') || 'unknown attributes'}`;
    case 'not required':
      return `without a step-up (${stepUp.because})`;
  }
}

function requiringAttributes(attributes: Readonly<Record<string, AttributeStepUp>>): string[] {
  return Object.entries(attributes).flatMap(([name, rule]) => {
    if (rule === 'required') return [name];
    return 'requiredUnless' in rule ? [`${name}: ${!rule.requiredUnless}`] : [];
  });
}

function memberWith(right: string): string {
  return right === 'any member' ? 'a member of the shop' : `a member of the shop with ${right}`;
}
