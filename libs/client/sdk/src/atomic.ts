import { type Joined, joined, type ResourceDocument } from './joined';
import { sent } from './resource-client';
import type {
  ChangedRelationships,
  Changes,
  NewAttributes,
  NewRelationships,
  Reference,
  TypeName,
} from './resource-types';
import type { Shown } from './shapes';
import { mediaType, type RequestOptions, type Transport } from './transport';

/** Names a resource that an earlier operation of the same request makes. */
export interface LocalReference<T extends TypeName> {
  type: T;
  lid: string;
}

/** Of each operation in its order what it made or changed. */
export class AtomicResults {
  constructor(
    /** undefined where there is nothing to show, as of what was deleted. */
    readonly all: readonly (Joined | undefined)[],
    private readonly places: ReadonlyMap<string, number>,
  ) {}

  /** What became of a resource that was named by a local id. */
  of<T extends TypeName>({ lid }: LocalReference<T>): Shown<T> {
    return this.all[this.places.get(lid)!] as Shown<T>;
  }
}

interface Expected {
  /** That of the object as it was read: if somebody else changed it meanwhile, nothing is done. */
  version?: number;
}

const metaOf = ({ version }: Expected) => (version === undefined ? {} : { meta: { version } });

const extension = `${mediaType}; ext="https://jsonapi.org/ext/atomic"`;

/** Up to 100 changes, all of them or none. */
export class Atomic {
  private readonly operations: object[] = [];
  private readonly places = new Map<string, number>();

  constructor(private readonly transport: Transport) {}

  /** What it makes may be named by what this gives, in the operations that follow. */
  create<T extends TypeName>(
    type: T,
    attributes: NewAttributes<T>,
    options: { id?: string; relationships?: NewRelationships<T> } = {},
  ): LocalReference<T> {
    const named = { type, lid: `${this.operations.length}`, ...(options.id && { id: options.id }) };
    this.places.set(named.lid, this.operations.length);
    this.operations.push({ op: 'add', data: sent(named, attributes, options.relationships) });
    return { type, lid: named.lid };
  }

  update<T extends TypeName>(
    target: Reference<T>,
    changes: Changes<T>,
    options: { relationships?: ChangedRelationships<T> } & Expected = {},
  ): this {
    const ref = referenceOf(target);
    const data = sent(ref, changes, options.relationships);
    this.operations.push({ op: 'update', ref, data, ...metaOf(options) });
    return this;
  }

  delete(target: Reference<TypeName>, options: Expected = {}): this {
    this.operations.push({ op: 'remove', ref: referenceOf(target), ...metaOf(options) });
    return this;
  }

  /** Does them. The same key with the same operations is done once; one is made up where absent. */
  async send(options: RequestOptions & { idempotencyKey?: string } = {}): Promise<AtomicResults> {
    const { idempotencyKey = crypto.randomUUID(), ...others } = options;
    const { document } = await this.transport.send({
      ...others,
      method: 'POST',
      path: '/api/operations',
      headers: { 'content-type': extension, accept: extension, 'idempotency-key': idempotencyKey },
      body: { 'atomic:operations': this.operations },
      repeatable: true,
    });
    const results = (document as { 'atomic:results'?: ResourceDocument[] } | undefined)?.['atomic:results'];
    return new AtomicResults(
      this.operations.map((_, at) => (results?.[at]?.data ? joined(results[at])[0] : undefined)),
      this.places,
    );
  }
}

function referenceOf(target: Reference): { type: string; id?: string; lid?: string } {
  const { type } = target;
  return 'lid' in target ? { type, lid: target.lid } : { type, id: target.id };
}
