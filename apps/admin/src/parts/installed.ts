import { type Query, useQuery } from '@tanstack/react-query';
import { appIdOf, type Installation, installationsKey, readInstallation } from '../api/installations';
import { isId, readShopApp } from '../api/shop-apps';
import { useShop } from '../session/shop';

type Follow = (query: Query<Installation>) => number | false;

export function useInstallation(id: string, refetchInterval: Follow | false = false) {
  const shop = useShop();
  return useQuery({
    queryKey: [...installationsKey(shop.id), id],
    queryFn: ({ signal }) => readInstallation(shop.id, id, signal),
    enabled: isId(id),
    refetchInterval,
  });
}

/**
 * Loads the details of an app. Fails with 404 if the app was deleted. Loads nothing while `appId` is
 * undefined.
 */
export function useShopApp(appId: string | undefined) {
  const { id } = useShop();
  return useQuery({
    queryKey: ['shop-app', id, appId],
    queryFn: ({ signal }) => readShopApp(id, appId!, signal),
    enabled: appId !== undefined,
  });
}

/**
 * Returns the webhook event types that an app installation receives: the app subscribes to the type and can read the
 * resource (docs/contract.md §6).
 */
export function useReceivedTypes(installation: Installation | undefined) {
  const app = useShopApp(installation && appIdOf(installation));
  return {
    isPending: app.isPending,
    types:
      installation && app.data
        ? app.data.attributes.webhook_events.filter((type) =>
            canReceive(type, installation.attributes.scopes),
          )
        : [],
  };
}

function canReceive(type: string, scopes: readonly string[]): boolean {
  const [resource = ''] = type.split('.');
  return ['installations', 'shops'].includes(resource) || scopes.includes(`${resource}.get`);
}
