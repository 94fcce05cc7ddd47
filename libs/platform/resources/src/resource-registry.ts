import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type EntityClass, inversesOf, type VersionedRow } from '@storewright/entities';
import {
  type DocumentRow,
  type Resource,
  resourcesByType,
  type ResourcesByType,
  SealedCursors,
} from '@storewright/json-api';
import type { ReadContext } from '@storewright/tenancy';
import type { FastifyInstance } from 'fastify';
import { type IncomingReference, referencesTo } from './references';
import { lockOrder } from './locks/lock-order';
import type { LockOrder } from './locks/row-locks';
import type { ResourceRepository } from './resource-repository';

declare module 'fastify' {
  interface FastifyInstance {
    resources: ResourceRegistry;
  }
}

export interface ResourceReader {
  readonly resource: Resource;
  findOrFail(context: ReadContext, id: string): Promise<DocumentRow>;
}

/** Registry of all resources of a service. Repositories register themselves when the service starts. */
@Injectable()
export class ResourceRegistry implements LockOrder, OnApplicationBootstrap {
  private readonly repositories = new Map<string, ResourceRepository>();
  private readonly readOnly = new Map<string, ResourceReader>();
  private readonly references = new Map<string, readonly IncomingReference[]>();
  private byType?: ResourcesByType;
  private order?: readonly string[];

  constructor(
    { httpAdapter }: HttpAdapterHost,
    readonly cursors: SealedCursors,
  ) {
    // Attaches the registry to the Fastify server, because parameter decorators have no dependency injection.
    httpAdapter
      ?.getInstance<FastifyInstance>()
      .decorate('resources', { getter: (): ResourceRegistry => this });
  }

  add(repository: ResourceRepository): void {
    const { type, path } = repository.resource;
    if (this.repositories.has(type))
      throw new Error(`Two resources have the type ${type}. Is its module registered twice?`);
    const other = this.all.find(({ resource }) => resource.path === path)?.resource.type;
    if (other)
      throw new Error(`The resources ${other} and ${type} have the same path ${path}. Change one of them.`);
    this.repositories.set(type, repository);
  }

  /**
   * Registers a read-only resource without a repository. The resource has its own controllers, and
   * relationships cannot refer to it.
   */
  addReadOnly(reader: ResourceReader): void {
    this.readOnly.set(reader.resource.type, reader);
  }

  readerOf(type: string): ResourceReader {
    return this.readOnly.get(type) ?? this.get(type);
  }

  /**
   * Throws at startup if a relationship refers to a type that is not registered, so that the service does not
   * start.
   */
  onApplicationBootstrap(): void {
    const resources = this.all.map(({ resource }) => resource);
    const others = [...this.readOnly.values()].map(({ resource }) => [resource.type, resource] as const);
    this.byType = new Map([...resourcesByType(resources), ...others]);
    for (const resource of resources)
      for (const { target } of inversesOf(resource)) checkPath(resource, this.get(target).resource);
  }

  get(type: string): ResourceRepository {
    const repository = this.repositories.get(type);
    if (!repository)
      throw new Error(
        `No module of this service registers the resource ${type} (apps/shop-api/src/modules).`,
      );
    return repository;
  }

  find(type: string): ResourceRepository | undefined {
    return this.repositories.get(type);
  }

  referencesTo(type: string): readonly IncomingReference[] {
    // Before the end of startup, modules may still register resources, so the result is not cached.
    if (!this.byType) return referencesTo(type, this.all);
    const known = this.references.get(type) ?? referencesTo(type, this.all);
    this.references.set(type, known);
    return known;
  }

  get all(): ResourceRepository[] {
    return [...this.repositories.values()];
  }

  get searched(): ResourceRepository[] {
    const searched = this.all.filter(({ resource }) => resource.search);
    return searched.sort((one, other) => (one.resource.type < other.resource.type ? -1 : 1));
  }

  get lockOrder(): readonly string[] {
    return (this.order ??= lockOrder(this.all.map(({ resource }) => resource)));
  }

  readonly entityOf = (type: string): EntityClass<VersionedRow> => this.get(type).resource.entity;

  get resources(): ResourcesByType {
    if (!this.byType) throw new Error('the service has not started');
    return this.byType;
  }
}

export const conventionalPath = (type: string) => `/api/${type}`;

/**
 * Throws if a resource with an inverse relationship has an unconventional URL path. Routes of inverse
 * relationships are derived from the type.
 */
function checkPath({ type }: Resource, target: Resource): void {
  if (target.path === conventionalPath(target.type)) return;
  throw new Error(
    `${type} declares an inverse for ${target.type}, whose path must be ${conventionalPath(target.type)}, ` +
      `not ${target.path}.`,
  );
}
