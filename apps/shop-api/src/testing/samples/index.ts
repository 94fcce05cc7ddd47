import { identifier, type Made, made } from '@storewright/api-testing';
import type { Resource } from '@storewright/json-api';
import type { HttpClient } from '@storewright/testing';
import { resources } from '../resources';
import { byType } from './by-type';
import type { Sample } from './sample';

export { byType as samples } from './by-type';

/** Throws where nobody has said how an object of the type is made. */
export function sampleOf(type: string): Sample {
  const sample = byType[type];
  if (sample) return sample;
  throw new Error(`${type} is a resource and not in testing/samples: say there how one is made.`);
}

/** A new object of the type, made over the API. `relationships`: instead of those of the sample, by name. */
export async function anObject(http: HttpClient, type: string, relationships?: object): Promise<Made> {
  const document = await sampleOf(type).document(http);
  return made(http, type, relationships ? withRelationships(document, relationships) : document);
}

async function anIdOf(http: HttpClient, type: string): Promise<string> {
  return (await anObject(http, type)).id;
}

/** The document with these relationships, by name; those that it has beside them stay. */
export function withRelationships(document: object, relationships: object): object {
  const { data } = document as { data: { relationships?: object } };
  return { data: { ...data, relationships: { ...data.relationships, ...relationships } } };
}

/** What the relationship is to lead to, as a document: a new object of its type, alone or as the one member. */
export async function aLinkage(http: HttpClient, resource: Resource, name: string): Promise<object> {
  const relationship = resource.relationships[name]!;
  const make = sampleOf(resource.type).linkage?.[name];
  const id = make ? await make(http) : await anIdOf(http, relationship.type);
  const one = identifier(relationship.type, id);
  return 'many' in relationship ? { data: [one.data] } : one;
}

/** The resources of the shop that are served alike, by `modules.ts`. */
export const served = resources;
