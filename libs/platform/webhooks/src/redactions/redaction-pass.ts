import { hiddenKey } from '@storewright/access';
import type { ShopDatabase } from '@storewright/database';
import { type JsonText, parseJson } from '@storewright/entities';
import type { Redaction } from '@storewright/events';
import {
  learn,
  type PresentAttributes,
  redact,
  redactionSubject,
  type RedactionSubject,
  idsToCompare,
} from './redact-document';

const WINDOW = 2_000;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * SQL condition that finds rows about the redacted object, and rows whose text contains the object's id.
 * Parsing the JSON of all rows would be slower.
 */
const mentions = (resource: string, id: string) =>
  `(${id} = ANY ($3::text[]) OR strpos(${resource}, $4) > 0)`;

const statements = {
  numbered: `
    WITH w AS MATERIALIZED (
      SELECT id, sequence, resource_id, resource FROM shop.events WHERE shop_id = $1 AND sequence > $2::bigint ORDER BY sequence LIMIT ${WINDOW}
    )
    SELECT last.place, w.id, w.resource AS text FROM (SELECT max(sequence) AS place FROM w) last
    LEFT JOIN w ON ${mentions('w.resource', 'w.resource_id')}`,
  unnumbered: `
    SELECT NULL AS place, id, resource AS text FROM shop.events
    WHERE shop_id = $1 AND sequence IS NULL AND $2::text IS NULL AND ${mentions('resource', 'resource_id')}`,
  /**
   * Returns the newest event with a sequence number of each object, followed by the object's events without a
   * sequence number.
   */
  newest: `
    SELECT type, resource_id, resource AS text FROM (
      (SELECT DISTINCT ON (resource_id) type, resource_id, resource, sequence, occurred_at, id FROM shop.events
        WHERE shop_id = $1 AND resource_id = ANY ($2::text[]) AND sequence IS NOT NULL ORDER BY resource_id, sequence DESC)
      UNION ALL
      (SELECT type, resource_id, resource, sequence, occurred_at, id FROM shop.events
        WHERE shop_id = $1 AND resource_id = ANY ($2::text[]) AND sequence IS NULL)
    ) e ORDER BY sequence NULLS LAST, occurred_at, id`,
  tests: `
    SELECT id AS place, id, resource AS text FROM shop.webhook_deliveries
    WHERE shop_id = $1 AND kind = 'test' AND id > $2::uuid ORDER BY id LIMIT ${WINDOW}`,
  answers: `
    SELECT token_id, key, answer FROM shop.idempotency_keys
    WHERE shop_id = $1 AND (token_id, key) > ($2::uuid, $3) ORDER BY token_id, key LIMIT ${WINDOW / 10}`,
  redactEvents: 'SELECT shop.redact_events($1::uuid[], $2::text[]) AS cleared',
  redactTests: `
    UPDATE shop.webhook_deliveries d SET resource = each.resource
    FROM unnest($2::uuid[], $3::text[]) AS each (id, resource) WHERE d.shop_id = $1 AND d.id = each.id`,
  redactAnswer:
    'UPDATE shop.idempotency_keys SET answer = $4, key = $5 WHERE shop_id = $1 AND token_id = $2 AND key = $3',
  proposals: `
    SELECT p.id FROM shop.proposals p WHERE p.shop_id = $1 AND EXISTS (SELECT FROM unnest($2::text[]) AS known (id)
      WHERE p.resource_id::text = known.id OR strpos(p.document, known.id) > 0 OR EXISTS (
        SELECT FROM shop.proposal_changes c WHERE c.shop_id = $1 AND c.proposal_id = p.id
          AND strpos(concat(c.resource_id, c.before, c.after), known.id) > 0))`,
  redactProposals: `UPDATE shop.proposals SET document = NULL WHERE shop_id = $1 AND id = ANY ($2::uuid[])
    AND document IS NOT NULL RETURNING 1 AS cleared`,
  redactChanges:
    'DELETE FROM shop.proposal_changes WHERE shop_id = $1 AND proposal_id = ANY ($2::uuid[]) RETURNING 1 AS cleared',
  /** Clears stored responses of webhook receivers, because a response can repeat the data of its request. */
  clearAttempts: `
    UPDATE shop.webhook_attempts a SET answer = '' FROM shop.webhook_deliveries d
    WHERE d.shop_id = $1 AND (d.event_id = ANY ($2::uuid[]) OR d.id = ANY ($2::uuid[]))
      AND a.shop_id = $1 AND a.delivery_id = d.id AND a.answer <> '' RETURNING 1 AS cleared`,
};

interface Copy {
  place: string | null;
  id: string | null;
  text: string;
}

/**
 * A stored copy that contains redacted objects. `text` is the new content of the copy, or undefined if the
 * content does not change.
 */
interface Match<K> {
  kept: K;
  text?: string;
}

/** Redacts all stored copies of one object's personal data. An interrupted pass can be repeated. */
export class RedactionPass {
  private readonly subject: RedactionSubject;
  private cleared = 0;

  constructor(
    private readonly database: ShopDatabase,
    private readonly shop_id: string,
    redaction: Pick<Redaction, 'resource_id' | 'rules'>,
    private readonly stopping: () => boolean = () => false,
  ) {
    const { resource_id, rules } = redaction;
    this.subject = redactionSubject({ resource_id, rules: parseJson(rules) });
  }

  /** Redacts all copies and returns their number. Throws if the worker is stopping. */
  async clear(): Promise<number> {
    // Repeats until a run discovers no further related object. A newly discovered object may also occur in
    // events that were read earlier.
    for (let known = -1; known !== this.countIds();) {
      known = this.countIds();
      await this.redactLog();
    }
    await this.redactTests();
    await this.redactAnswers();
    await this.redactProposals();
    return this.cleared;
  }

  private countIds(): number {
    return [...this.subject.ids.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private async redactLog(): Promise<void> {
    await this.redactEvents(
      await this.read<Copy>(statements.unnumbered, null, this.knownIds(), this.subject.id),
    );
    for (let place: string | null = '0'; place !== null;) {
      const kept: Copy[] = await this.read<Copy>(
        statements.numbered,
        place,
        this.knownIds(),
        this.subject.id,
      );
      await this.redactEvents(kept);
      place = kept[0]?.place ?? null;
    }
  }

  private knownIds(): string[] {
    return [...this.subject.ids.values()].flatMap((ids) => [...ids]);
  }

  private async redactEvents(kept: readonly Copy[]): Promise<void> {
    const found = await this.redacted(kept.filter(hasId), ({ text }) => text);
    const changed = found.filter(({ text }) => text !== undefined);
    if (changed.length > 0) {
      const columns = [changed.map(({ kept: { id } }) => id), changed.map(({ text }) => text)];
      const values = { text: statements.redactEvents, values: columns };
      const [row] = await this.database.query<{ cleared: number }>({ shop_id: this.shop_id }, values);
      this.cleared += row!.cleared;
    }
    await this.clearAttempts(found.map(({ kept: { id } }) => id));
  }

  private async redactTests(): Promise<void> {
    for (let place: string | null = firstId; place !== null;) {
      const kept: Copy[] = await this.read<Copy>(statements.tests, place);
      const found = await this.redacted(kept.filter(hasId), ({ text }) => text);
      const changed = found.filter(({ text }) => text !== undefined);
      await this.read(
        statements.redactTests,
        changed.map(({ kept: { id } }) => id),
        changed.map(({ text }) => text),
      );
      this.cleared += changed.length;
      await this.clearAttempts(found.map(({ kept: { id } }) => id));
      place = kept.at(-1)?.place ?? null;
    }
  }

  /** Redacts proposed writes that mention redacted objects. The approval of such a proposal then fails. */
  private async redactProposals(): Promise<void> {
    const known = [...new Set([this.subject.id, ...this.knownIds()])];
    const ids = (await this.read<{ id: string }>(statements.proposals, known)).map(({ id }) => id);
    if (ids.length === 0) return;
    this.cleared += (await this.read(statements.redactProposals, ids)).length;
    this.cleared += (await this.read(statements.redactChanges, ids)).length;
  }

  private async redactAnswers(): Promise<void> {
    type Answer = { token_id: string; key: string; answer: JsonText<{ body?: string }> };
    for (let place: [string, string] | undefined = [firstId, '']; place;) {
      const kept: Answer[] = await this.read<Answer>(statements.answers, ...place);
      const found = await this.redacted(kept, ({ answer }) => parseJson(answer).body);
      for (const { kept: each, text } of found) {
        const key = hiddenKey(each.key);
        if (text === undefined && key === each.key) continue;
        const answer =
          text === undefined ? each.answer : JSON.stringify({ ...parseJson(each.answer), body: text });
        await this.read(statements.redactAnswer, each.token_id, each.key, answer, key);
        this.cleared += 1;
      }
      const last = kept.at(-1);
      place = last && [last.token_id, last.key];
    }
  }

  /**
   * Redacts copies and returns the copies that contain redacted objects. Reads the current attributes after
   * the copies, so that a copy is never newer than the attributes with which it is compared.
   */
  private async redacted<K>(all: readonly K[], textOf: (kept: K) => string | undefined): Promise<Match<K>[]> {
    const parsed = all.flatMap((kept) => {
      const text = textOf(kept);
      return text === undefined ? [] : [{ kept, value: parseJson(text as JsonText<unknown>) }];
    });
    for (const { value } of parsed) learn(value, this.subject);
    const present = await this.present(parsed.flatMap(({ value }) => idsToCompare(value, this.subject)));
    return parsed.flatMap(({ kept, value }) => {
      const { concerned, changed } = redact(value, this.subject, present);
      return concerned ? [{ kept, ...(changed && { text: JSON.stringify(value) }) }] : [];
    });
  }

  private async present(ids: readonly string[]): Promise<PresentAttributes> {
    const present = new Map<string, Readonly<Record<string, unknown>>>();
    if (ids.length === 0) return present;
    type Newest = { type: string; resource_id: string; text: JsonText<{ attributes?: object }> };
    for (const { type, resource_id, text } of await this.read<Newest>(statements.newest, [...new Set(ids)])) {
      if (type.endsWith('.deleted')) present.delete(resource_id);
      else present.set(resource_id, { ...parseJson(text).attributes });
    }
    return present;
  }

  private async clearAttempts(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) this.cleared += (await this.read(statements.clearAttempts, ids)).length;
  }

  private read<R extends object>(text: string, ...values: unknown[]): Promise<R[]> {
    if (this.stopping()) throw new Error('the worker is stopping');
    return this.database.query<R>({ shop_id: this.shop_id }, { text, values: [this.shop_id, ...values] });
  }
}

const hasId = (kept: Copy): kept is Copy & { id: string } => kept.id !== null;
