import { HttpClient } from '@storewright/testing';

export const order = {
  data: {
    type: 'meta',
    attributes: { resource_type: 'orders', resource_id: '1001', data: { colour: 'blue' } },
  },
};

/** Returns an HTTP client for a URL that `npm start` printed, such as `http://demo-shop.localhost:3000`. */
export function clientOf(address: string, token?: string): HttpClient {
  const { hostname, port } = new URL(address);
  return new HttpClient(Number(port), hostname, token);
}
