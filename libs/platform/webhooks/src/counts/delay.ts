/**
 * Returns SQL for the delay of a webhook delivery in milliseconds. The delay starts with the event, whose
 * UUIDv7 contains its time, or with a manual request for the delivery. It ends with the successful attempt.
 * `delivery` is the alias of a row of `shop.webhook_deliveries`. `date_part` costs half of `extract`.
 */
export const delayMsOf = (delivery: string): string =>
  `1000 * date_part('epoch', ${delivery}.updated_at - least(${delivery}.created_at, CASE WHEN ${delivery}.kind = 'event' THEN uuid_extract_timestamp(${delivery}.event_id) END))`;
