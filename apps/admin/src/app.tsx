import { type ComponentType, type ReactNode, Suspense } from 'react';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { Outlet, Route, Routes, useHref, useNavigate } from 'react-router';
import { LeaveGuard } from './parts/unsaved/leave-guard';
import { SignedIn, WithoutShop } from './session/signed-in';
import { Frame } from './shell/frame';
import { Needs } from './shell/needs';
import { FrameSkeleton } from './shell/frame-skeleton';
import { screen } from './shell/screen';
import { isDevelopmentHost } from './texts/language';

// Lists the text modules of each screen, in addition to the text modules of the page frame. A spec checks the lists.
const SignIn = screen(() => import('./screens/sign-in/sign-in'), 'passwordReset');
const ForgotPassword = screen(() => import('./screens/password-reset/forgot-password'), 'passwordReset');
const ResetPassword = screen(
  () => import('./screens/password-reset/reset-password'),
  'passwordReset',
  'account',
);
const ConfirmEmail = screen(
  () => import('./screens/confirm-email/confirm-email'),
  'account',
  'passwordReset',
);
const Home = screen(() => import('./screens/home/home'), 'home', 'webhooks');
const Orders = screen(() => import('./screens/orders/orders'), 'store', 'bulk', 'lists');
const Order = screen(() => import('./screens/orders/order'), 'store');
const PrintOrder = screen(() => import('./screens/orders/print-order'), 'store');
const Products = screen(() => import('./screens/products/products'), 'store', 'variants', 'bulk', 'lists');
const Product = screen(() => import('./screens/products/product'), 'store', 'variants');
const Variant = screen(() => import('./screens/products/variant'), 'store');
const Imports = screen(() => import('./screens/imports/imports'), 'imports');
const ImportPage = screen(() => import('./screens/imports/import-page'), 'imports');
const Proposals = screen(() => import('./screens/proposals/proposals'), 'proposals', 'scopes');
const ProposalPage = screen(() => import('./screens/proposals/proposal-page'), 'proposals', 'scopes');
const StockList = screen(() => import('./screens/products/stock-list'), 'store', 'variants');
const Customers = screen(() => import('./screens/customers/customers'), 'store', 'bulk', 'lists');
const Customer = screen(() => import('./screens/customers/customer'), 'erasures', 'store');
const Codes = screen(() => import('./screens/codes/codes'), 'codes', 'store', 'bulk', 'lists');
const Code = screen(() => import('./screens/codes/code'), 'codes', 'store');
const ApiAccess = screen(
  () => import('./screens/api-access/api-access'),
  'apiAccess',
  'networks',
  'reductions',
  'scopes',
);
const Account = screen(
  () => import('./screens/account/account'),
  'account',
  'notifications',
  'security',
  'passwordReset',
);
const Apps = screen(() => import('./screens/apps/apps'), 'apps', 'webhooks', 'scopes', 'lists');
const AppDetails = screen(
  () => import('./screens/apps/app-details'),
  'activity',
  'apps',
  'networks',
  'webhooks',
  'reductions',
  'scopes',
);
const Directory = screen(() => import('./screens/directory/directory'), 'directory');
const DirectoryApp = screen(() => import('./screens/directory/directory-app'), 'directory', 'scopes');
const Deliveries = screen(
  () => import('./screens/deliveries/deliveries'),
  'apps',
  'deliveries',
  'webhooks',
  'scopes',
  'lists',
);
const Delivery = screen(() => import('./screens/deliveries/delivery'), 'deliveries', 'webhooks');
const DeveloperApps = screen(() => import('./screens/developer-apps/developer-apps'), 'developerApps');
const RegisterApp = screen(
  () => import('./screens/developer-apps/register-app'),
  'developerApps',
  'networks',
  'scopes',
);
const AppPage = screen(
  () => import('./screens/developer-apps/app-page'),
  'developerApps',
  'directory',
  'activity',
  'networks',
  'scopes',
);
const TestShops = screen(() => import('./screens/test-shops/test-shops'), 'testShops');
const Device = screen(() => import('./screens/device/device'), 'device');
const Grant = screen(() => import('./screens/grant/grant'), 'grant', 'apps', 'scopes');
const Meta = screen(() => import('./screens/meta/meta'), 'meta');
const MetaObject = screen(() => import('./screens/meta/meta-object'), 'meta');
const NewMetaObject = screen(() => import('./screens/meta/new-meta-object'), 'meta');
const Switch = screen(() => import('./screens/switch/switch'));
const SwitchTo = screen(() => import('./screens/switch/switch-to'));
const People = screen(() => import('./screens/people/people'), 'people');
const General = screen(() => import('./screens/general/general'), 'general', 'store', 'variants');
const Invitation = screen(() => import('./screens/invitation/invitation'), 'people', 'account');
const Activity = screen(() => import('./screens/activity/activity'), 'activity', 'erasures');
const Erasures = screen(() => import('./screens/activity/erasures'), 'erasures');
const ErasurePage = screen(() => import('./screens/activity/erasure-page'), 'erasures');
const Design = screen(() => import('./screens/design/design'));
const NotFound = screen(() => import('./screens/not-found/not-found'));

/** Screens inside the page frame. A user needs the permission `right` to open a screen. */
const screens: readonly { path: string; screen: ComponentType; right?: string }[] = [
  { path: '/', screen: Home },
  { path: '/orders', screen: Orders, right: 'orders.collection' },
  { path: '/orders/:id', screen: Order, right: 'orders.get' },
  { path: '/orders/:id/print', screen: PrintOrder, right: 'orders.get' },
  { path: '/products', screen: Products, right: 'products.collection' },
  { path: '/products/:id', screen: Product, right: 'products.get' },
  { path: '/variants/:id', screen: Variant, right: 'variants.get' },
  { path: '/stock', screen: StockList, right: 'variants.collection' },
  { path: '/imports', screen: Imports, right: 'imports.collection' },
  { path: '/imports/:id', screen: ImportPage, right: 'imports.get' },
  { path: '/customers', screen: Customers, right: 'customers.collection' },
  { path: '/customers/:id', screen: Customer, right: 'customers.get' },
  { path: '/codes', screen: Codes, right: 'codes.collection' },
  { path: '/codes/:id', screen: Code, right: 'codes.get' },
  { path: '/settings/api-access', screen: ApiAccess, right: 'access_tokens.collection' },
  { path: '/settings/general', screen: General, right: 'shops.get' },
  { path: '/settings/people', screen: People, right: 'members.collection' },
  { path: '/account', screen: Account },
  { path: '/apps', screen: Apps, right: 'installations.collection' },
  { path: '/apps/directory', screen: Directory, right: 'installations.collection' },
  { path: '/apps/directory/:id', screen: DirectoryApp, right: 'installations.collection' },
  { path: '/apps/:id/:part?', screen: AppDetails, right: 'installations.get' },
  { path: '/apps/:id/deliveries', screen: Deliveries, right: 'webhook_deliveries.collection' },
  { path: '/apps/:id/deliveries/:delivery_id', screen: Delivery, right: 'webhook_deliveries.get' },
  { path: '/developer/apps', screen: DeveloperApps },
  { path: '/developer/apps/new', screen: RegisterApp },
  { path: '/developer/apps/:id/:part?', screen: AppPage },
  { path: '/developer/test-shops', screen: TestShops },
  { path: '/proposals', screen: Proposals, right: 'proposals.collection' },
  { path: '/proposals/:id', screen: ProposalPage, right: 'proposals.get' },
  { path: '/meta', screen: Meta, right: 'meta.collection' },
  { path: '/meta/new', screen: NewMetaObject, right: 'meta.post' },
  { path: '/meta/:id', screen: MetaObject, right: 'meta.get' },
  { path: '/activity', screen: Activity, right: 'audit_entries.collection' },
  { path: '/activity/erasures', screen: Erasures, right: 'audit_entries.collection' },
  { path: '/activity/erasures/:id', screen: ErasurePage, right: 'audit_entries.get' },
];

export function App(): ReactNode {
  return (
    <Links>
      <LeaveGuard />
      <Routes>
        <Route element={<Waiting />}>
          <Route path="/sign-in" element={<SignIn />} />
          <Route path="/forgot-password" element={<ForgotPassword />} />
          <Route path="/reset-password" element={<ResetPassword />} />
          <Route path="/confirm-email" element={<ConfirmEmail />} />
          <Route path="/switch" element={<Switch />} />
          <Route path="/invitation" element={<Invitation />} />
          {isDevelopmentHost(window.location.hostname) && <Route path="/design" element={<Design />} />}
          <Route element={<WithoutShop />}>
            <Route path="/device" element={<Device />} />
            <Route path="/switch-to" element={<SwitchTo />} />
          </Route>
          <Route element={<SignedIn />}>
            {/* Screens without the frame stand here. */}
            <Route path="/oauth/:app_id" element={<Grant />} />
            <Route element={<Frame />}>
              {screens.map(({ path, screen: Screen, right }) => (
                <Route
                  key={path}
                  path={path}
                  element={
                    right ? (
                      <Needs right={right}>
                        <Screen />
                      </Needs>
                    ) : (
                      <Screen />
                    )
                  }
                />
              ))}
              <Route path="*" element={<NotFound />} />
            </Route>
          </Route>
        </Route>
      </Routes>
    </Links>
  );
}

/** Makes React Aria's links and menus navigate with the router. */
function Links({ children }: { children: ReactNode }): ReactNode {
  const navigate = useNavigate();
  return (
    <AriaRouter navigate={(to) => void navigate(to)} useHref={useAnyHref}>
      {children}
    </AriaRouter>
  );
}

/** Resolves router paths relative to `/admin`. Returns absolute URLs unchanged. */
function useAnyHref(to: string): string {
  const isWhole = /^https?:/.test(to);
  const below = useHref(isWhole ? '/' : to);
  return isWhole ? to : below;
}

function Waiting(): ReactNode {
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <Outlet />
    </Suspense>
  );
}
