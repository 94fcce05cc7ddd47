import { applied } from './approval';
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

/** Reference to a resource that an earlier operation of the same atomic request creates. */
export interface LocalReference<T extends TypeName> {
  type: T;
  lid: string;
}

/** Results of an atomic request, in the order of the operations. */
export class AtomicResults {
  constructor(
    /**
     * Created or updated resources, in the order of the operations. The result of a deletion is undefined.
     */
    readonly all: readonly (Joined | undefined)[],
    private readonly places: ReadonlyMap<string, number>,
  ) {}

  /** Returns the resource that was created by the operation with this reference. */
  of<T extends TypeName>({ lid }: LocalReference<T>): Shown<T> {
    return this.all[this.places.get(lid)!] as Shown<T>;
  }
}

interface Expected {
  /** Required version of the resource. If the version differs, the whole atomic request fails. */
  version?: number;
}

const metaOf = ({ version }: Expected) => (version === undefined ? {} : { meta: { version } });

const extension = `${mediaType}; ext="https://jsonapi.org/ext/atomic"`;

/** An atomic request: up to 100 operations that succeed or fail together. */
export class Atomic {
  private readonly operations: object[] = [];
  private readonly places = new Map<string, number>();

  constructor(private readonly transport: Transport) {}

  /** Adds an operation that creates a resource. Later operations can use the returned reference. */
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

  /**
   * Sends all operations of the atomic request. Sending the same `idempotencyKey` again has no further
   * effect. The key defaults to a random UUID.
   */
  async send(options: RequestOptions & { idempotencyKey?: string } = {}): Promise<AtomicResults> {
    const { idempotencyKey = crypto.randomUUID(), ...others } = options;
    const answer = await this.transport.send({
      ...others,
      method: 'POST',
      path: '/api/operations',
      headers: { 'content-type': extension, accept: extension, 'idempotency-key': idempotencyKey },
      body: { 'atomic:operations': this.operations },
      repeatable: true,
    });
    const results = (applied(answer).document as { 'atomic:results'?: ResourceDocument[] } | undefined)?.[
      'atomic:results'
    ];
    return new AtomicResults(
      this.operations.map((_, at) =>
        results?.[at]?.data ? joined(results[at], [], this.transport.contract)[0] : undefined,
      ),
      this.places,
    );
  }
}

function referenceOf(target: Reference): { type: string; id?: string; lid?: string } {
  const { type } = target;
  return 'lid' in target ? { type, lid: target.lid } : { type, id: target.id };
}
