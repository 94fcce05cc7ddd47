import { aPng } from '@storewright/testing';
import type { RegisteredApp } from './test-service';

export const listingTexts = {
  name: 'Labels',
  tagline: 'Prints shipping labels',
  description: 'Prints labels.\n\nFor every carrier.',
  developer_name: 'Label Works',
  categories: ['orders_and_shipping'],
  support_url: 'https://labels.example/support',
  privacy_url: 'https://labels.example/privacy',
};

export async function submitListing({ id, developer: { api } }: RegisteredApp): Promise<void> {
  const headers = { 'content-type': 'image/png' };
  await api.send('POST', `/api/apps/${id}/listing_images`, { body: aPng(640, 400), headers });
  await api.patch(`/api/app_listings/${id}`, {
    data: { type: 'app_listings', id, attributes: listingTexts },
  });
  const { status, text } = await api.post(`/api/apps/${id}/listing_versions`, undefined);
  if (status !== 201) throw new Error(text);
}
