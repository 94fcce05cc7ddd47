import { isErasureEvent } from '@storewright/scopes';
import { eventOf, type SentEvent } from '@storewright/webhook-message';
import type { DeliveryKind } from '../webhook-delivery.entity';
import type { WaitingRequest } from './waiting-requests';
import { notInstalled } from './stream-leases';
import type { WebhookReceiver } from './webhook-receivers';

/**
 * True if the app may receive the event. An app receives no events from before its installation, except
 * events about the installation itself.
 */
export function canReceive(receiver: WebhookReceiver, { type, occurred_at }: SentEvent): boolean {
  // Excludes requests to erase personal data. The worker sends them separately to all apps, whether or not
  // they subscribed (docs/adr/erasure.md).
  if (isErasureEvent(type)) return false;
  if (!receiver.types.some((each) => each === type)) return false;
  return type.startsWith('installations.') || occurred_at >= receiver.installed_at;
}

export function mayBeSent(receiver: WebhookReceiver, event: SentEvent, kind: DeliveryKind): boolean {
  return kind === 'test' ? receiver.types.some((type) => type === event.type) : canReceive(receiver, event);
}

/** Returns the event of a manually requested delivery, or undefined if the event has left the event log. */
export function requestedEvent(request: WaitingRequest): SentEvent | undefined {
  const { kind, event_id: id, event_type: type, created_at, test_resource } = request;
  if (kind === 'test' && test_resource !== null)
    return {
      id,
      type,
      occurred_at: created_at,
      resource: test_resource,
      changed: [],
      sequence: null,
      epoch: null,
    };
  const { resource, changed, occurred_at, sequence, epoch } = request;
  if (resource === null || changed === null || occurred_at === null || sequence === null || epoch === null)
    return undefined;
  return eventOf({ id, type, resource, changed, occurred_at, sequence, epoch });
}

export function refusalOf({ status: standing }: WebhookReceiver, event: SentEvent | undefined): string {
  if (standing === 'leaving') return notInstalled;
  return event ? `the installation does not receive ${event.type}` : 'the event has left the log';
}
