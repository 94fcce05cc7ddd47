// Finds table names and writes in the SQL text of statements.
import { LRUCache } from 'lru-cache';

/**
 * Maximum number of SQL texts that are cached for the shards on a worker node. Clients choose filters and
 * sort fields, so the number of different texts is unlimited.
 */
const MAX_TEXTS = 256;

/** SQL text for a shard. undefined if the statement must run on the coordinator. */
interface Translation {
  text: string | undefined;
}

/**
 * Shards of all shop tables that contain the rows of the same shops and are on the same worker node of the
 * cluster.
 */
export class ShardGroup {
  private readonly texts = new LRUCache<string, Translation>({ max: MAX_TEXTS });

  constructor(
    readonly shard: string,
    /** Worker node that stores the shards, as `host:port`. */
    readonly node: string,
    /** Names of shards, keyed by table. For example, the key `shop.meta` has the value `shop.meta_102008`. */
    private readonly shards: Readonly<Record<string, string>>,
  ) {}

  get names(): string[] {
    return Object.values(this.shards);
  }

  /**
   * Replaces table names by shard names in the SQL. Returns undefined if the statement may write or lock
   * rows, reads no shop table, or reads a table without a shard.
   */
  textOf(text: string): string | undefined {
    let translation = this.texts.get(text);
    if (!translation) this.texts.set(text, (translation = { text: this.translated(text) }));
    return translation.text;
  }

  /** Makes the coordinator run a statement instead of the worker node, for `ms` milliseconds if set. */
  exclude(text: string, ms?: number): void {
    this.texts.set(text, { text: undefined }, ms === undefined ? {} : { ttl: ms });
  }

  private translated(text: string): string | undefined {
    if (!startsRead.test(text) || mayWrite.test(text)) return undefined;
    let isKnown = false;
    let isUnknown = false;
    const translated = text.replaceAll(tableName, (path, name: string) => {
      const shard = this.shards[`shop.${name}`];
      if (shard === undefined) isUnknown = true;
      else isKnown = true;
      return shard ?? path;
    });
    return isKnown && !isUnknown ? translated : undefined;
  }
}

const startsRead = /^\s*(?:SELECT|WITH)\b/i;
const mayWrite =
  /\b(?:INSERT|UPDATE|DELETE|MERGE|FOR\s+(?:NO\s+KEY|KEY|SHARE)|INTO|set_config|nextval|pg_notify)\b|advisory/i;
/** Matches a table name such as `shop.meta` or `"shop"."meta"`, but not a function call. */
const tableName = /(?<![\w".])"?shop"?\."?(\w+)\b"?(?!\s*\()/g;
