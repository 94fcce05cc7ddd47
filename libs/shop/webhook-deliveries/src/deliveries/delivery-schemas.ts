import { type AttributeDescription, timestampSchema } from '@storewright/json-api';

const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };
const url = { type: 'string', format: 'uri' };

export const requestDescription: AttributeDescription = {
  description: 'HTTP request of the latest delivery attempt. null before the first attempt.',
  isNullable: true,
  schema: {
    type: 'object',
    properties: {
      url,
      headers: { type: 'object', additionalProperties: text },
      body: {
        ...optionalText,
        description:
          'Exact bytes of the request body. null if the token cannot read the resource or the event was ' +
          'deleted from the log.',
      },
    },
    required: ['url', 'headers', 'body'],
  },
};

export const attemptsDescription: AttributeDescription = {
  description: 'Delivery attempts, oldest first.',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        attempt: { type: 'integer', minimum: 1 },
        url,
        status: { type: ['integer', 'null'] },
        duration_ms: { type: 'integer', minimum: 0 },
        answer: { ...text, description: 'First kilobyte of the response body.' },
        error: optionalText,
        attempted_at: timestampSchema,
      },
      required: ['attempt', 'url', 'status', 'duration_ms', 'answer', 'error', 'attempted_at'],
    },
  },
};
