import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { Outlet, Route, Routes, useHref, useNavigate } from 'react-router';
import { SignedIn } from './session/signed-in';
import { Frame } from './shell/frame';
import { Needs } from './shell/needs';
import { FrameSkeleton } from './shell/frame-skeleton';

const SignIn = lazy(() => import('./screens/sign-in/sign-in'));
const ForgotPassword = lazy(() => import('./screens/password-reset/forgot-password'));
const ResetPassword = lazy(() => import('./screens/password-reset/reset-password'));
const Home = lazy(() => import('./screens/home/home'));
const Orders = lazy(() => import('./screens/orders/orders'));
const Order = lazy(() => import('./screens/orders/order'));
const Products = lazy(() => import('./screens/products/products'));
const Product = lazy(() => import('./screens/products/product'));
const Variant = lazy(() => import('./screens/products/variant'));
const Customers = lazy(() => import('./screens/customers/customers'));
const Customer = lazy(() => import('./screens/customers/customer'));
const Codes = lazy(() => import('./screens/codes/codes'));
const Code = lazy(() => import('./screens/codes/code'));
const ApiAccess = lazy(() => import('./screens/api-access/api-access'));
const Account = lazy(() => import('./screens/account/account'));
const Apps = lazy(() => import('./screens/apps/apps'));
const AppDetails = lazy(() => import('./screens/apps/app-details'));
const Deliveries = lazy(() => import('./screens/deliveries/deliveries'));
const Delivery = lazy(() => import('./screens/deliveries/delivery'));
const DeveloperApps = lazy(() => import('./screens/developer-apps/developer-apps'));
const RegisterApp = lazy(() => import('./screens/developer-apps/register-app'));
const AppPage = lazy(() => import('./screens/developer-apps/app-page'));
const Grant = lazy(() => import('./screens/grant/grant'));
const Meta = lazy(() => import('./screens/meta/meta'));
const MetaObject = lazy(() => import('./screens/meta/meta-object'));
const NewMetaObject = lazy(() => import('./screens/meta/new-meta-object'));
const Switch = lazy(() => import('./screens/switch/switch'));
const SwitchTo = lazy(() => import('./screens/switch/switch-to'));
const People = lazy(() => import('./screens/people/people'));
const Invitation = lazy(() => import('./screens/invitation/invitation'));
const Activity = lazy(() => import('./screens/activity/activity'));
const NotFound = lazy(() => import('./screens/not-found/not-found'));

/** The screens in the frame, and what the person has to be allowed for each. */
const screens: readonly { path: string; screen: ComponentType; right?: string }[] = [
  { path: '/', screen: Home },
  { path: '/orders', screen: Orders, right: 'orders.collection' },
  { path: '/orders/:id', screen: Order, right: 'orders.get' },
  { path: '/products', screen: Products, right: 'products.collection' },
  { path: '/products/:id', screen: Product, right: 'products.get' },
  { path: '/variants/:id', screen: Variant, right: 'variants.get' },
  { path: '/customers', screen: Customers, right: 'customers.collection' },
  { path: '/customers/:id', screen: Customer, right: 'customers.get' },
  { path: '/codes', screen: Codes, right: 'codes.collection' },
  { path: '/codes/:id', screen: Code, right: 'codes.get' },
  { path: '/settings/api-access', screen: ApiAccess, right: 'access_tokens.collection' },
  { path: '/settings/people', screen: People, right: 'members.collection' },
  { path: '/account', screen: Account },
  { path: '/apps', screen: Apps, right: 'installations.collection' },
  { path: '/apps/:id', screen: AppDetails, right: 'installations.get' },
  { path: '/apps/:id/deliveries', screen: Deliveries, right: 'webhook_deliveries.collection' },
  { path: '/apps/:id/deliveries/:delivery_id', screen: Delivery, right: 'webhook_deliveries.get' },
  { path: '/developer/apps', screen: DeveloperApps },
  { path: '/developer/apps/new', screen: RegisterApp },
  { path: '/developer/apps/:id/:part?', screen: AppPage },
  { path: '/meta', screen: Meta, right: 'meta.collection' },
  { path: '/meta/new', screen: NewMetaObject, right: 'meta.post' },
  { path: '/meta/:id', screen: MetaObject, right: 'meta.get' },
  { path: '/activity', screen: Activity, right: 'audit_entries.collection' },
];

/** Every address of the panel, below `/admin`. */
export function App(): ReactNode {
  return (
    <Links>
      <Routes>
        <Route element={<Waiting />}>
          <Route path="/sign-in" element={<SignIn />} />
          <Route path="/forgot-password" element={<ForgotPassword />} />
          <Route path="/reset-password" element={<ResetPassword />} />
          <Route path="/switch" element={<Switch />} />
          <Route path="/switch-to" element={<SwitchTo />} />
          <Route path="/invitation" element={<Invitation />} />
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

/** React Aria's links and menus lead through the router. */
function Links({ children }: { children: ReactNode }): ReactNode {
  const navigate = useNavigate();
  return (
    <AriaRouter navigate={(to) => void navigate(to)} useHref={useHref}>
      {children}
    </AriaRouter>
  );
}

function Waiting(): ReactNode {
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <Outlet />
    </Suspense>
  );
}
