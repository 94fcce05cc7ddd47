import { RECORDED } from './installed-recorder';
import type { Identifier } from './joined';
import { recordRequest } from './recorded-request';
import { type NameSink, type Recording, type SentRequest, type UseKind, useKinds } from './recording';

type ResourceUses = Partial<Record<UseKind, string[]>> & { copied?: true };

/** API contract of an app: the content of `storewright.contract.json`. */
export interface Contract {
  version: 1;
  resources: Record<string, ResourceUses>;
  /** Event types that the app handles. */
  events: string[];
}

type Names = Map<string, Set<string>>;

const IDENTIFIERS: ReadonlySet<PropertyKey> = new Set(['type', 'id']);

/** Members of every event. An app that reads only these members does not handle the event. */
const OF_EVERY_EVENT: ReadonlySet<PropertyKey> = new Set(['id', 'type', 'event_type', 'sequence', 'epoch']);

/**
 * Records which names of the API an app uses: resource types, operations, attributes, filters, sort keys,
 * included relationships and events. Pass a recorder as `contract` to `Shop` and `webhooks.verify`.
 */
export class ContractRecorder implements NameSink, Recording {
  private readonly uses = new Map<string, Names>();
  private readonly copied = new Set<string>();
  private readonly events = new Set<string>();

  /** @param changed called after each new name in the contract */
  constructor(private readonly changed: (recorder: ContractRecorder) => void = () => undefined) {}

  get contract(): Contract {
    const types = [...new Set([...this.uses.keys(), ...this.copied])].sort();
    const resources = types.map((type): [string, ResourceUses] => {
      const kinds = useKinds.filter((kind) => this.uses.get(type)?.has(kind));
      const lists = kinds.map((kind) => [kind, [...this.uses.get(type)!.get(kind)!].sort()]);
      return [
        type,
        { ...(Object.fromEntries(lists) as ResourceUses), ...(this.copied.has(type) && { copied: true }) },
      ];
    });
    return { version: 1, resources: Object.fromEntries(resources), events: [...this.events].sort() };
  }

  /** Returns the recorded contract in the format of the contract file. */
  toString(): string {
    return `${JSON.stringify(this.contract, null, 2)}\n`;
  }

  /** Adds the names in a second contract, such as the contract of a parallel test process. */
  merge({ resources, events }: Contract): void {
    for (const [type, { copied, ...uses }] of Object.entries(resources)) {
      for (const [kind, names] of Object.entries(uses)) this.add(type, kind as UseKind, names);
      if (copied) this.addTo(this.copied, type);
    }
    for (const event of events) this.addTo(this.events, event);
  }

  request(request: SentRequest, document?: unknown): void {
    recordRequest(this, request, document);
  }

  add(type: string, kind: UseKind, names: Iterable<string>): void {
    const kinds = this.uses.get(type) ?? new Map<string, Set<string>>();
    const known = kinds.get(kind) ?? new Set<string>();
    const before = known.size;
    for (const name of names) known.add(name);
    if (known.size === before) return;
    this.uses.set(type, kinds.set(kind, known));
    this.changed(this);
  }

  resource<T extends Identifier & Record<string, unknown>>(flat: T): T {
    const isEvent = flat.type === 'events' && typeof flat['event_type'] === 'string';
    return this.observed(flat, flat.type, (name) => {
      if (isEvent && !OF_EVERY_EVENT.has(name)) this.addTo(this.events, flat['event_type'] as string);
      this.add(flat.type, 'reads', [name]);
    });
  }

  event<T extends { type: string }>(event: T): T {
    return this.observed(event, undefined, (name) => {
      if (!OF_EVERY_EVENT.has(name)) this.addTo(this.events, event.type);
    });
  }

  /**
   * Returns a proxy that calls `read` for each member that the app reads by name. If the app lists the
   * members, as spread and JSON.stringify do, the proxy marks the resource type as copied. `type` is
   * undefined for objects that are not resources.
   */
  private observed<T extends object>(
    observed: T,
    type: string | undefined,
    read: (name: string) => void,
    original: object = observed,
  ): T {
    let listed = new Set<PropertyKey>();
    const parts = new Map<PropertyKey, unknown>();
    return new Proxy(observed, {
      get: (target, name, receiver) => {
        if (name === RECORDED) return { original, recorder: this };
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof name !== 'string' || !Object.hasOwn(target, name)) return value;
        if (!listed.delete(name) && !IDENTIFIERS.has(name)) read(name);
        if (!parts.has(name)) parts.set(name, this.part(name, value, type));
        return parts.get(name);
      },
      ownKeys: (target) => {
        const names = Reflect.ownKeys(target);
        if (type === undefined) return names;
        this.addTo(this.copied, type);
        // A spread reads all members before the next microtask, so the recorder ignores these reads.
        listed = new Set(names);
        queueMicrotask(() => listed.clear());
        return names;
      },
    });
  }

  /**
   * Returns a member of a recorded object. A resource, or a part of a resource, is wrapped in a proxy that
   * records reads.
   */
  private part(name: string, value: unknown, type: string | undefined): unknown {
    if (name !== 'data' || !isResourceObject(value) || (type !== undefined && type !== 'events'))
      return value;
    return this.resourceObject(value);
  }

  /**
   * Returns proxies for the attributes, relationships and meta of a resource object. The proxies record which
   * members the app reads.
   */
  private resourceObject(object: Identifier): Identifier {
    const { type } = object;
    const parts = Object.entries(object).map(([name, value]: [string, unknown]) => {
      const isPart = ['attributes', 'relationships', 'meta'].includes(name) && isObject(value);
      return [name, isPart ? this.observed(value, type, (each) => this.add(type, 'reads', [each])) : value];
    });
    return this.observed(Object.fromEntries(parts) as Identifier, undefined, () => undefined, object);
  }

  private addTo(names: Set<string>, name: string): void {
    if (names.has(name)) return;
    names.add(name);
    this.changed(this);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isResourceObject(value: unknown): value is Identifier {
  return isObject(value) && typeof (value as Partial<Identifier>).type === 'string';
}
