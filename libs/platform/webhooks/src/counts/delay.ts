/**
 * SQL: how late a delivery was, in ms: from its event, which has its time in its id, or from the request to send it, until the attempt that succeeded.
 * `date_part` costs half of what `extract` does over many rows.
 *
 * @param delivery the alias of a row of `shop.webhook_deliveries`
 */
export const delayMsOf = (delivery: string): string =>
  `1000 * date_part('epoch', ${delivery}.updated_at - least(${delivery}.created_at, CASE WHEN ${delivery}.kind = 'event' THEN uuid_extract_timestamp(${delivery}.event_id) END))`;
