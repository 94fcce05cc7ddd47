/**
 * Returns SQL for the delay of a webhook delivery in milliseconds, from the event or the manual request to
 * the successful attempt. `delivery` is the alias of a row of `shop.webhook_deliveries`. The UUIDv7 of the
 * event contains its time. `date_part` costs half of `extract`.
 */
export const delayMsOf = (delivery: string): string =>
  `1000 * date_part('epoch', ${delivery}.updated_at - least(${delivery}.created_at, CASE WHEN ${delivery}.kind = 'event' THEN uuid_extract_timestamp(${delivery}.event_id) END))`;
