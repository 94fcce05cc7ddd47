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
    /** Resources of the service, for parameter decorators. */
    resources: ResourceRegistry;
  }
}

/** Reads the objects of one resource. */
export interface ResourceReader {
  readonly resource: Resource;
  /** Throws 404. */
  findOrFail(context: ReadContext, id: string): Promise<DocumentRow>;
}

/** All resources of the service. Repositories add themselves when the service starts. */
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
    // Parameter decorators can reach the server only through the request.
    httpAdapter
      ?.getInstance<FastifyInstance>()
      .decorate('resources', { getter: (): ResourceRegistry => this });
  }

  /** Adds a resource. Throws if another resource has the same type or path. */
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
   * Adds a resource without a repository, whose objects only other objects write. Its own controllers serve it. Other
   * resources cannot refer to it.
   */
  addReadOnly(reader: ResourceReader): void {
    this.readOnly.set(reader.resource.type, reader);
  }

  /** Returns the reader of a type, which can be read-only. */
  readerOf(type: string): ResourceReader {
    return this.readOnly.get(type) ?? this.get(type);
  }

  /** Throws if a relationship refers to a type that no module registers. The service then does not start. */
  onApplicationBootstrap(): void {
    const resources = this.all.map(({ resource }) => resource);
    const others = [...this.readOnly.values()].map(({ resource }) => [resource.type, resource] as const);
    this.byType = new Map([...resourcesByType(resources), ...others]);
    for (const resource of resources)
      for (const { target } of inversesOf(resource)) checkPath(resource, this.get(target).resource);
  }

  /** Returns the repository of a type. Throws if no module registers the type. */
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

  /** Returns the relationships of all resources that refer to objects of this type. */
  referencesTo(type: string): readonly IncomingReference[] {
    // Computes the references anew before the start, because more resources may be registered.
    if (!this.byType) return referencesTo(type, this.all);
    const known = this.references.get(type) ?? referencesTo(type, this.all);
    this.references.set(type, known);
    return known;
  }

  get all(): ResourceRepository[] {
    return [...this.repositories.values()];
  }

  /** Repositories of the resources that declare `search`, in the order of their types. */
  get searched(): ResourceRepository[] {
    const searched = this.all.filter(({ resource }) => resource.search);
    return searched.sort((one, other) => (one.resource.type < other.resource.type ? -1 : 1));
  }

  /** Types in the order in which transactions lock their rows. */
  get lockOrder(): readonly string[] {
    return (this.order ??= lockOrder(this.all.map(({ resource }) => resource)));
  }

  readonly entityOf = (type: string): EntityClass<VersionedRow> => this.get(type).resource.entity;

  get resources(): ResourcesByType {
    if (!this.byType) throw new Error('the service has not started');
    return this.byType;
  }
}

/** Path by convention of a resource that another library refers to by its type. */
export const conventionalPath = (type: string) => `/api/${type}`;

/** Throws for a target whose path differs from its type, because the routes of an inverse follow the type. */
function checkPath({ type }: Resource, target: Resource): void {
  if (target.path === conventionalPath(target.type)) return;
  throw new Error(
    `${type} declares an inverse for ${target.type}, whose path must be ${conventionalPath(target.type)}, ` +
      `not ${target.path}.`,
  );
}
