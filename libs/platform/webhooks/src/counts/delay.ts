/**
 * Returns SQL for the delay of a delivery in milliseconds. The delay starts with the event, whose id contains
 * its time, or with the request to send it, and ends with the successful attempt. `date_part` costs half of
 * `extract`. `delivery` is the alias of a row of `shop.webhook_deliveries`.
 */
export const delayMsOf = (delivery: string): string =>
  `1000 * date_part('epoch', ${delivery}.updated_at - least(${delivery}.created_at, CASE WHEN ${delivery}.kind = 'event' THEN uuid_extract_timestamp(${delivery}.event_id) END))`;
