import { anyObjectSchema, describeResource, IsIn, IsText, Rule } from '@storewright/json-api';
import { ValidateIf } from 'class-validator';
import { type Delimiter, delimiters } from './csv-cell';

/** Skips the validation of an absent attribute, but not of null. */
const IsOmittable = () => ValidateIf((_: object, value: unknown) => value !== undefined);

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNames = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string' && each !== '');

export class CreateExport {
  @IsText(1, 64)
  resource_type: string;

  @IsOmittable()
  @Rule(
    'isFilter',
    isObject,
    'an object of filters, such as {"status":"open","total_amount":{"gte":5000}}',
    anyObjectSchema,
  )
  filter?: Record<string, unknown>;

  @IsOmittable()
  @IsText(1, 1_000)
  sort?: string;

  @IsOmittable()
  @Rule('isNames', isNames, 'a list of names of fields', {
    ...{ type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
  })
  fields?: string[];

  @IsOmittable()
  @IsText(1, 10_000)
  after?: string;

  @IsOmittable()
  @IsIn(delimiters)
  delimiter?: Delimiter;
}

/** Body of an export request. The service does not store exports. */
export const exportRequests = describeResource({
  type: 'exports',
  description: 'An export: all objects of a list in one response.',
  path: '/api/exports',
  attributes: {},
  described: {
    resource_type: { description: 'Resource type of the list, such as orders or products.' },
    filter: {
      description: 'Filters of the list, keyed by name, such as {"status": "open"} for filter[status]=open.',
    },
    sort: { description: 'Sort fields of the list. Default: ascending by id.' },
    fields: { description: 'Fields in the export. Default: all fields.' },
    delimiter: {
      description:
        'Delimiter of a CSV: "," with decimal points (default), or ";" with decimal commas for spreadsheet programs that expect them.',
    },
    after: {
      description: 'Last cursor of an interrupted export. The new export continues after this cursor.',
    },
  },
  create: CreateExport,
});
