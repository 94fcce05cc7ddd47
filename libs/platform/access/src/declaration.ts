import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Right, Scope as ScopeName } from '@storewright/scopes';

/**
 * Access requirement of a route. The application starts only if every route declares exactly one requirement.
 */
export type Access =
  /**
   * Requires a token with the scope. `also` lists further required scopes, for responses that contain
   * resources of other types.
   */
  | { kind: 'scope'; scope: ScopeName; also?: readonly ScopeName[] }
  /** Requires a token. The handler checks the scopes of all operations in the body, or of all types in the response. */
  | { kind: 'operations' }
  /** Requires a token of the shop, with any scopes. */
  | { kind: 'token' }
  | { kind: 'public'; because: string }
  /**
   * A signed-in person. `shop`: a member of the shop in the path with this right, or any member. `orToken`:
   * alternatively a token of the shop with this scope. `orOneself`: alternatively the member whose ID is
   * `:id`.
   */
  | { kind: 'session'; shop?: Right | 'any member'; orToken?: ScopeName; orOneself?: true }
  /**
   * A client that authenticates with its secret in the handler (RFC 6749 §2.3). `orToken`: alternatively an app with
   * its OAuth token.
   */
  | { kind: 'client'; orToken?: true }
  /** A form of the admin panel. The handler checks the session and the CSRF token. */
  | { kind: 'form' }
  /** Requires a token. The route concerns this token or session itself. */
  | { kind: 'bearer' };

export const accessKey = Symbol('access');

export function DeclareAccess(access: Access): MethodDecorator {
  return SetMetadata(accessKey, access);
}

/** Declares that the route requires a token with all these scopes. */
export function Scope(scope: ScopeName, ...also: ScopeName[]): MethodDecorator {
  return DeclareAccess({ kind: 'scope', scope, ...(also.length > 0 && { also }) });
}

/** Declares that the route requires no credential. The route table shows the reason `because`. */
export function Public(because: string): MethodDecorator {
  return DeclareAccess({ kind: 'public', because });
}

const proposableKey = Symbol('proposable');

/** Declares that the route handler can store a write as a proposal until a member of the shop approves it. */
export function Proposable(): MethodDecorator {
  return SetMetadata(proposableKey, true);
}

export function isProposable(context: ExecutionContext): boolean {
  return Reflect.getMetadata(proposableKey, context.getHandler()) === true;
}

const SMALL_BODY = 32 * 1024;

/** Sets a small limit for request bodies. Used by routes that read the body before authentication. */
export function SmallBody(): MethodDecorator {
  return RouteConfig({ bodyLimit: SMALL_BODY });
}

/** Returns the access requirement of a route. The check at startup guarantees that every route has one. */
export function accessOf(context: ExecutionContext): Access {
  return Reflect.getMetadata(accessKey, context.getHandler()) as Access;
}
