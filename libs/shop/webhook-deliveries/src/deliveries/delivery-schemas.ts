import { type AttributeDescription, timestampSchema } from '@storewright/json-api';

const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };
const url = { type: 'string', format: 'uri' };

export const requestDescription: AttributeDescription = {
  description: 'The last attempt; null before it.',
  isNullable: true,
  schema: {
    type: 'object',
    properties: {
      url,
      headers: { type: 'object', additionalProperties: text },
      body: {
        ...optionalText,
        description:
          'The very bytes; null where the token may not read the resource, or the event has left the log.',
      },
    },
    required: ['url', 'headers', 'body'],
  },
};

export const attemptsDescription: AttributeDescription = {
  description: 'The first one first.',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        attempt: { type: 'integer', minimum: 1 },
        url,
        status: { type: ['integer', 'null'] },
        duration_ms: { type: 'integer', minimum: 0 },
        answer: { ...text, description: 'The first kilobyte of what the receiver said.' },
        error: optionalText,
        attempted_at: timestampSchema,
      },
      required: ['attempt', 'url', 'status', 'duration_ms', 'answer', 'error', 'attempted_at'],
    },
  },
};
