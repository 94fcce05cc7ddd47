import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { EntityClass, VersionedRow } from '@storewright/entities';
import { resourcesByType, type ResourcesByType, SealedCursors } from '@storewright/json-api';
import type { FastifyInstance } from 'fastify';
import { type IncomingReference, referencesTo } from './references';
import { lockOrder } from './locks/lock-order';
import type { LockOrder } from './locks/row-locks';
import type { ResourceRepository } from './resource-repository';

declare module 'fastify' {
  interface FastifyInstance {
    /** The resources of the service, for what reads a request. */
    resources: ResourceRegistry;
  }
}

/** The resources of the service: each module's repositories add themselves when the service starts. */
@Injectable()
export class ResourceRegistry implements LockOrder, OnApplicationBootstrap {
  private readonly repositories = new Map<string, ResourceRepository>();
  private readonly references = new Map<string, readonly IncomingReference[]>();
  private byType?: ResourcesByType;
  private order?: readonly string[];

  constructor(
    { httpAdapter }: HttpAdapterHost,
    readonly cursors: SealedCursors,
  ) {
    // Parameter decorators know the request alone, and through it the server.
    httpAdapter
      ?.getInstance<FastifyInstance>()
      .decorate('resources', { getter: (): ResourceRegistry => this });
  }

  /** Throws where there is another of the type. */
  add(repository: ResourceRepository): void {
    const { type } = repository.resource;
    if (this.repositories.has(type)) throw new Error(`two resources have the type ${type}`);
    this.repositories.set(type, repository);
  }

  /** Throws where a relationship leads to a type that the service does not have: it does not start. */
  onApplicationBootstrap(): void {
    this.byType = resourcesByType(this.all.map(({ resource }) => resource));
  }

  /** Throws where the service has no such type. */
  get(type: string): ResourceRepository {
    const repository = this.repositories.get(type);
    if (!repository) throw new Error(`the service has no resource of the type ${type}`);
    return repository;
  }

  find(type: string): ResourceRepository | undefined {
    return this.repositories.get(type);
  }

  /** The relationships of all resources that refer to objects of this type. */
  referencesTo(type: string): readonly IncomingReference[] {
    if (!this.byType) throw new Error('the service has not started');
    const known = this.references.get(type) ?? referencesTo(type, this.all);
    this.references.set(type, known);
    return known;
  }

  get all(): ResourceRepository[] {
    return [...this.repositories.values()];
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
