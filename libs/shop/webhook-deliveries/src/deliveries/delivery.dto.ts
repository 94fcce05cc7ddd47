import { eventTypes } from '@storewright/events';
import {
  Description,
  type CustomValidation,
  IsText,
  isUuid,
  Rule,
  type Violations,
} from '@storewright/json-api';
import type { EventType } from '@storewright/scopes';
import { IsIn, ValidateIf } from 'class-validator';

const requested = ['again', 'test'] as const;
const given = ['skipped'] as const;

/** Accepts an absent attribute, but not null. */
const IfSent = () => ValidateIf((_: object, value: unknown) => value !== undefined);

function IsSequence(): PropertyDecorator {
  return Rule(
    'isSequence',
    (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    'the sequence of an event, a whole number from 1',
    { type: 'integer', minimum: 1 },
  );
}

function IsEventId(): PropertyDecorator {
  return Rule(
    'isEventId',
    (value) => typeof value === 'string' && isUuid(value),
    'the id of an event, a UUID',
    { type: 'string', format: 'uuid' },
  );
}

/** Skips an event that the receiver keeps rejecting. */
export class UpdateDelivery {
  @IsIn(given, { message: 'status can only be changed to "skipped"' })
  status: (typeof given)[number];
}

/** Attributes of each kind of request: one event, a range of events, or a test. */
const forms = {
  one: { required: ['event_id'], optional: [] },
  range: { required: ['first_sequence', 'last_sequence'], optional: ['event_type'] },
  test: { required: ['event_type', 'resource_id'], optional: [] },
} as const;

/** A replay of an event, a replay of a range of events, or a test event. */
export class CreateDelivery implements CustomValidation {
  @IsIn(requested, { message: 'kind is "again", to send events once more, or "test"' })
  kind: (typeof requested)[number];

  @IfSent()
  @IsEventId()
  event_id?: string;

  /** Both bounds are inclusive. */
  @IfSent()
  @IsSequence()
  @Description('First event to send again, by its sequence. Inclusive.')
  first_sequence?: number;

  @IfSent()
  @IsSequence()
  @Description('Last event to send again, by its sequence. Inclusive.')
  last_sequence?: number;

  @IfSent()
  @IsIn(eventTypes, { message: `event_type is one of ${eventTypes.join(', ')}` })
  event_type?: EventType;

  @IfSent()
  @IsText(1, 255)
  resource_id?: string;

  check(violations: Violations, pointer: string): void {
    if (!requested.includes(this.kind)) return;
    const form = this.kind === 'test' ? 'test' : this.event_id === undefined ? 'range' : 'one';
    const { required, optional }: { required: readonly string[]; optional: readonly string[] } = forms[form];
    const sent = Object.entries(this).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const refuse = (attribute: string, place: string, detail: string) =>
      violations.add('invalid_attribute', { detail, source: { pointer: place }, meta: { attribute } });
    for (const name of required.filter((each) => !sent.includes(each)))
      refuse(name, pointer, `"${name}" is missing: ${explanations[form]}.`);
    for (const name of sent.filter((each) => ![...required, ...optional, 'kind'].includes(each)))
      refuse(name, `${pointer}/${name}`, `${name} does not belong here: ${explanations[form]}.`);
    if (form === 'range' && this.last_sequence! < this.first_sequence!)
      refuse('last_sequence', `${pointer}/last_sequence`, 'last_sequence is before first_sequence.');
  }
}

const explanations: Record<keyof typeof forms, string> = {
  one: 'kind "again" with an event_id sends this one event',
  range: 'kind "again" takes an event_id, or first_sequence and last_sequence and if you like an event_type',
  test: 'kind "test" takes an event_type and the resource_id of what the event is made of',
};
