import 'reflect-metadata';
import {
  IsAmount,
  IsArrayOf,
  IsIn,
  IsTimestamp,
  IsNullable,
  IsOmittable,
  IsText,
} from '@storewright/json-api';
import { Matches, ValidateBy } from 'class-validator';
import { schemaOfDto } from './dto-schema';

class Line {
  @IsAmount(1)
  price_amount: number;
}

class Note {
  @IsText(1, 64)
  @Matches(/^[a-z]+$/)
  title: string;

  @IsOmittable()
  @IsIn(['draft', 'sent'])
  status?: string;

  @IsNullable()
  @IsIn(['mail', 'post'])
  way?: string | null;

  @IsNullable()
  @IsTimestamp()
  sent_at?: string | null;

  @IsArrayOf(Line, 1, 3)
  lines: Line[];
}

it('schemaOfDto describes the format, presence and nullability of all attributes', () => {
  expect(schemaOfDto(Note)).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 64, pattern: '^[a-z]+$' },
      status: { type: 'string', enum: ['draft', 'sent'] },
      way: { type: ['string', 'null'], enum: ['mail', 'post', null] },
      sent_at: {
        anyOf: [
          { type: 'string', format: 'date-time' },
          { type: 'string', format: 'date' },
          { type: 'null' },
        ],
      },
      lines: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        items: {
          type: 'object',
          properties: { price_amount: { type: 'integer', minimum: 1, maximum: 1e15 } },
          required: ['price_amount'],
          additionalProperties: false,
        },
      },
    },
    required: ['title', 'lines'],
    additionalProperties: false,
  });
});

it('schemaOfDto throws for a validation rule without a JSON Schema', () => {
  class Silent {
    @ValidateBy({ name: 'isNice', validator: { validate: () => true } })
    title: string;
  }
  expect(() => schemaOfDto(Silent)).toThrow('Silent.title: the rule isNice has no JSON Schema');
});
