import { ApiError } from '@storewright/json-api';
import type { Page } from '@storewright/pages';

/** Position in the event log. `<epoch>-<sequence>` is the id of a message in an event stream. */
export interface StreamPosition {
  epoch: number;
  sequence: string;
}

const form = /^([1-9]\d{0,14})-(0|[1-9]\d{0,17})$/;

export const messageId = ({ epoch, sequence }: StreamPosition): string => `${epoch}-${sequence}`;

/** Parses the header Last-Event-ID. Throws 400 if the value is not an id of a message in an event stream. */
export function positionOf(lastEventId: string): StreamPosition {
  const [, epoch, sequence] = form.exec(lastEventId) ?? [];
  if (epoch === undefined || sequence === undefined)
    throw new ApiError('malformed_request', {
      detail: 'Last-Event-ID must be the id of a message of this stream, such as 1-42.',
      source: { header: 'Last-Event-ID' },
    });
  return { epoch: Number(epoch), sequence };
}

/**
 * Throws 410 if the event log has started a new epoch, because sequence numbers of different epochs cannot be
 * compared.
 */
export function checkEpoch(followed: number, current: number): void {
  if (current <= followed) return;
  throw new ApiError('events_expired', {
    detail:
      `The log has started epoch ${current}, and this stream follows epoch ${followed}. Read the resources ` +
      'again, then open a stream without Last-Event-ID.',
    source: { header: 'Last-Event-ID' },
  });
}

/**
 * Returns the greatest epoch in a page: of `meta.epoch` and the events. An event that was written while the
 * page was read can have a greater epoch than `meta.epoch`.
 */
export function epochOf({ meta, rows }: Page): number {
  return Math.max(Number(meta?.['epoch'] ?? 1), ...rows.map((row) => Number(row['epoch'])));
}
