import { type AppCredentials, basicAuthorization } from './app-credentials';
import { type RequestOptions, Transport, type TransportOptions } from './transport';

/** Receipt for a confirmed erasure of personal data. */
export interface ErasureReceipt {
  erasureId: string;
  appId: string;
  shopId: string;
  confirmedAt: string;
}

export interface ConfirmOptions extends TransportOptions, RequestOptions {
  /** URL of the auth API, called `{auth_url}` in the documentation. */
  authUrl: string;
  /** Id and secret of the app. They stay valid after the shop uninstalled the app. */
  app: AppCredentials;
}

/**
 * Confirms that the app erased the data of a customer or of a shop. `erasureId` is the id of the webhook
 * `customers.redaction_requested` or `shops.redaction_requested`. A repeated call returns the first receipt.
 */
export async function confirm(erasureId: string, options: ConfirmOptions): Promise<ErasureReceipt> {
  const headers = basicAuthorization(options.app);
  const transport = new Transport(options.authUrl, options, () => Promise.resolve(headers));
  const body = { data: { type: 'erasure_receipts', attributes: { erasure_id: erasureId } } };
  const request = { method: 'POST', path: '/api/erasure_receipts', body, repeatable: true } as const;
  const { document } = await transport.send({ ...options, ...request });
  const { attributes } = (document as { data: { attributes: ReceiptAttributes } }).data;
  return {
    erasureId: attributes.erasure_id,
    appId: attributes.app_id,
    shopId: attributes.shop_id,
    confirmedAt: attributes.confirmed_at,
  };
}

interface ReceiptAttributes {
  erasure_id: string;
  app_id: string;
  shop_id: string;
  confirmed_at: string;
}
