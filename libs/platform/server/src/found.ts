import type { INestApplicationContext, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

/** What the service has of it: not every one has a database. Nest is not asked for what is not there: it would write a line into the log. */
export function found<T>(
  application: INestApplicationContext,
  type: Type<T> | (abstract new () => T),
): T | undefined {
  const isThere = [...application.get(ModulesContainer).values()].some(({ providers }) =>
    providers.has(type),
  );
  return isThere ? application.get<T>(type as Type<T>, { strict: false }) : undefined;
}
