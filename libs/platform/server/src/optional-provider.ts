import type { INestApplicationContext, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

/**
 * Returns a Nest provider, or undefined if no module provides it. Without this function, Nest would log an
 * error for a missing provider.
 */
export function optionalProvider<T>(
  application: INestApplicationContext,
  type: Type<T> | (abstract new () => T),
): T | undefined {
  const exists = [...application.get(ModulesContainer).values()].some(({ providers }) => providers.has(type));
  return exists ? application.get<T>(type as Type<T>, { strict: false }) : undefined;
}
