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

/** Validates the attribute if the request contains it, even if the value is null. */
const IfSent = () => ValidateIf((_: object, value: unknown) => value !== undefined);

function IsSequence(): PropertyDecorator {
  return Rule(
    'isSequence',
    (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    'the sequence number of an event, a whole number from 1',
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

export class UpdateDelivery {
  @IsIn(given, { message: 'status can only be changed to "skipped"' })
  status: (typeof given)[number];
}

/**
 * Attributes that each kind of request allows: replay of one event, replay of a range of events, or webhook
 * test.
 */
const forms = {
  one: { required: ['event_id'], optional: [] },
  range: { required: ['first_sequence', 'last_sequence'], optional: ['event_type'] },
  test: { required: ['event_type'], optional: ['resource_id'] },
} as const;

export class CreateDelivery implements CustomValidation {
  @IsIn(requested, { message: 'kind must be "again", to replay events, or "test"' })
  kind: (typeof requested)[number];

  @IfSent()
  @IsEventId()
  event_id?: string;

  /** Sequence numbers of the first and last event to replay, both inclusive. */
  @IfSent()
  @IsSequence()
  @Description('Sequence number of the first event to replay, inclusive.')
  first_sequence?: number;

  @IfSent()
  @IsSequence()
  @Description('Sequence number of the last event to replay, inclusive.')
  last_sequence?: number;

  @IfSent()
  @IsIn(eventTypes, { message: `event_type must be one of ${eventTypes.join(', ')}` })
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
      refuse(name, pointer, `"${name}" is required: ${explanations[form]}.`);
    for (const name of sent.filter((each) => ![...required, ...optional, 'kind'].includes(each)))
      refuse(name, `${pointer}/${name}`, `"${name}" is not allowed here: ${explanations[form]}.`);
    if (form === 'range' && this.last_sequence! < this.first_sequence!)
      refuse(
        'last_sequence',
        `${pointer}/last_sequence`,
        'last_sequence must not be less than first_sequence.',
      );
  }
}

const explanations: Record<keyof typeof forms, string> = {
  one: 'kind "again" with event_id replays one event and accepts no range',
  range: 'kind "again" requires event_id, or first_sequence and last_sequence with an optional event_type',
  test: 'kind "test" requires event_type and accepts resource_id',
};
