import { codes } from './codes';
import { customers } from './customers';
import { events } from './events';
import { installations } from './installations';
import { meta } from './meta';
import { orders } from './orders';
import { products } from './products';
import { shops } from './shops';
import { variants } from './variants';
import { webhookDeliveries } from './webhook-deliveries';
import { webhookStreams } from './webhook-streams';

/** What each resource may be asked for and what happens to it, a file and a line for each. Lists of scopes and of events are in this order. */
export const declared = {
  meta,
  products,
  variants,
  shops,
  customers,
  codes,
  orders,
  events,
  webhook_deliveries: webhookDeliveries,
  webhook_streams: webhookStreams,
  installations,
} as const;
